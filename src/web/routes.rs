//! The routes.

use super::guard::{Gate, guard};
use super::openings::Openings;
use super::reply::{MOST_BYTES, MOST_PGN_BYTES, Refusal};
use super::shared::{Options, Shared};
use super::{
    assets, explorer, follow, make, pgn, pictures, rules_page, search, setup, solve, typed,
    variants, view,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use katydid::catalogue::Catalogue;
use katydid::session::endgame_tables;
use katydid::tables::{MOST_PIECES, Tables};
use std::sync::Arc;

/// The router for all addresses of the server.
pub fn router(gate: Arc<Gate>, catalogue: Arc<Catalogue>, options: Options) -> Router {
    let tables = Arc::new(Tables::new(options.tables.clone()));
    let shared = Shared {
        given: Arc::new(catalogue.all_names().into_iter().collect()),
        openings: Openings::begin(options.openings.clone(), &catalogue),
        catalogue,
        endgames: endgame_tables(&tables, MOST_PIECES as u32),
        tables,
        sessions: Arc::default(),
        options: Arc::new(options),
    };
    let long = DefaultBodyLimit::max(MOST_PGN_BYTES);
    // The page asks for the list of games as soon as a browser has opened it.
    let ready = Arc::clone(&shared.catalogue);
    std::thread::spawn(move || variants::games(&ready));
    let api = Router::new()
        .route("/api/variants", get(variants::list))
        .route("/api/rules", post(rules_page::page))
        .route("/api/game", post(view::game))
        .route("/api/type", post(typed::typed))
        .route("/api/setup", post(setup::judge))
        .route("/api/make", post(make::make))
        .route("/api/search", post(search::search))
        .route("/api/solve", post(solve::solve))
        .route("/api/stop", post(search::stop))
        .route("/api/tables", post(super::tables::look_up))
        .route("/api/openings", post(explorer::look_up))
        .route("/api/pgn/read", post(pgn::read).layer(long))
        .route("/api/pgn/write", post(pgn::write).layer(long))
        .route("/api/match", get(follow::follow))
        .route("/pieces/{game}/{file}", get(pictures::picture));
    assets::routes(api)
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(gate, guard))
        .with_state(shared)
}

async fn missing(uri: Uri) -> Refusal {
    Refusal::new(
        StatusCode::NOT_FOUND,
        format!("nothing is at {}", uri.path()),
    )
}

async fn wrong_method(method: Method, uri: Uri) -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{} does not take {method}", uri.path()),
    )
}
