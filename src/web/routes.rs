//! The routes.

use super::guard::{Gate, guard};
use super::openings::Openings;
use super::reply::{MOST_BYTES, MOST_PGN_BYTES, Refusal};
use super::shared::{Options, Shared};
use super::socket::Sockets;
use super::{
    assets, explorer, follow, make, pgn, pictures, rules_page, search, setup, socket, solve, typed,
    variants, view,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use katydid::catalogue::Catalogue;
use katydid::session::endgame_tables;
use katydid::tables::{MOST_PIECES, Tables, all_threads};
use std::sync::Arc;

/// The router for all addresses of the server.
pub fn router(gate: Arc<Gate>, catalogue: Arc<Catalogue>, options: Options) -> Router {
    let tables = Arc::new(Tables::new(options.tables.clone()).with_threads(all_threads()));
    let shared = Shared {
        given: Arc::new(catalogue.all_names().into_iter().collect()),
        openings: Openings::begin(options.openings.clone(), &catalogue),
        catalogue,
        endgames: endgame_tables(&tables, MOST_PIECES as u32),
        tables,
        sessions: Arc::default(),
        options: Arc::new(options),
    };
    // The page asks for the list of games as soon as a browser has opened it.
    let ready = Arc::clone(&shared.catalogue);
    std::thread::spawn(move || variants::games(&ready));
    let long = DefaultBodyLimit::max(MOST_PGN_BYTES);
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
    let gate = from_fn_with_state(gate, guard);
    let router = assets::routes(api)
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(gate.clone())
        .with_state(shared);
    // What a socket asks passes the gate once more, with its token.
    let sockets = Router::new()
        .route("/stream", get(socket::open))
        .layer(gate)
        .with_state(Sockets::new(router.clone()));
    router.merge(sockets)
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
