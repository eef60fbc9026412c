//! The keys of variant files: each is declared here and nowhere else. A [`Definition`] is what the files of a game come to
//! when those it inherits from are merged ([`merge`](super::inheritance::merge)).

use super::keys::keys;
use crate::base::Color;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A text of a file with the place where it stands.
pub type Text = Spanned<String>;

/// A text that lists squares ([`squares`](super::zones::squares)); in the pages for people and in the JSON schema such keys take "squares".
pub type Squares = Text;

/// Numbers of a file with the place where they stand.
pub type Numbers = Spanned<Vec<i32>>;

/// Weights of the evaluation, by their keys.
pub type WeightsDefinition = BTreeMap<Text, WeightDefinition>;

/// A value without a place in a file.
pub(super) fn unplaced<T>(value: impl Into<T>) -> Spanned<T> {
    Spanned::new(0..0, value.into())
}

keys! {
    /// A game.
    Definition "" {
        /// The name in UCI and XBoard: `a`-`z`, `0`-`9`, `-`, at most 40 characters.
        name: Option<Text> = None, "an error";
        /// The game whose file this one changes. What a file leaves out is inherited from there; what is said of absent keys holds where
        /// nothing is inherited.
        inherits: Option<Text> = None, "nothing is inherited";
        /// The name for people. Not inherited.
        title: Option<String> = None, "`name`";
        /// The inventor of the game, and the year. Not inherited.
        inventor: String = String::new(), "empty";
        /// One line for menus. Not inherited.
        summary: String = String::new(), "`Made from ` and the game that is inherited";
        /// The rules, a page for the terminal. Not inherited.
        rules: String = String::new(), "empty; `katydid rules` shows what the keys say";
        /// The start position as a FEN. Its ranks and files are the size of the board (2 to 8); `*` is a square that does
        /// not exist.
        start: Option<Text> = None, "an error, unless it is inherited";
        /// Letters of inherited pieces that the game does not have.
        without: Text = unplaced(""), "none";
        /// Rules that hold for every move, by their names in [the table of conditions](#conditions-conditions).
        conditions: Vec<Text> = Vec::new(), "none";
        /// Whether a captor changes colour `before` it is reborn, and so goes home to its new side, or `after`.
        flip: Option<Flip> = None, "`after`";
        /// How many squares the pieces of each side can move in a game with the condition `bgl`: White's budget and Black's, as in `"80 75.5"`,
        /// or one for both sides together. `-` is no limit.
        budget: Option<Text> = None, "`100 100`";
        /// How often White can exchange the roles in a game with the condition `role-exchange`.
        exchanges: Option<u8> [0..=255] = None, "any number";
        /// Whether a side that can capture has to.
        must_capture: bool = false;
        /// A movement that every piece has beside its own.
        every_piece_also: Option<Text> = None, "none";
        /// Whether players can declare pieces of their own for positions that are set up (option `Pieces`).
        declared_pieces: bool = false;
        /// Whether pieces push and pull instead of capturing, as in [the game Dynamo](#pushing-and-pulling-dynamo).
        dynamo: bool = false;
        /// One table for each piece. A letter that is inherited changes that piece, a new one adds a piece (at most
        /// sixteen).
        pieces as "piece": Vec<PieceDefinition> = Vec::new(), "none";
        /// Castling.
        castling: Castling = Castling::default(), "no castling";
        /// Pawns.
        pawns: Pawns = Pawns::default();
        /// The board.
        board: BoardDefinition = BoardDefinition::default();
        /// Promotion zones, and where pawns turn.
        zones: ZonesDefinition = ZonesDefinition::default();
        /// Captured pieces that come back.
        drops: Drops = Drops::default();
        /// Squares that are blocked in the course of the game.
        walls: WallsDefinition = WallsDefinition::default(), "no walls";
        /// Turns of several moves.
        turns: Turns = Turns::default();
        /// The Einstein ladder.
        einstein: EinsteinDefinition = EinsteinDefinition::default();
        /// How games end.
        ends: Ends = Ends::default();
        /// Moves that are counted in the endgame.
        counting: CountingDefinition = CountingDefinition::default(), "nothing is counted";
        /// What the evaluation weighs, by the keys of [the table of weights](#what-the-evaluation-weighs-weights).
        weights: WeightsDefinition = WeightsDefinition::new(), "the usual weights";
        /// Chances of win, draw and loss.
        chances: ChancesDefinition = ChancesDefinition::default();
        /// The embedded game whose network corrects the evaluation: one with the same pieces, declared in the same order. Not inherited.
        network: Option<Text> = None, "its own, if it has one";
        /// XBoard.
        xboard: XboardHints = XboardHints::default();
    }

    /// A piece.
    PieceDefinition "piece" {
        /// The letter in FENs and move texts: `A`-`Z`, or `+` and the letter of the piece that it is promoted from.
        letter: Text = unplaced(""), "an error";
        /// The name for people.
        name: Option<String> = None, "the letter";
        /// How it moves, in [Betza notation](#betza-notation) as in `WfD`, or by [a name](#movements-with-names) as `grasshopper`.
        movement: Option<Text> = None, "an error, unless it is inherited";
        /// Whether attack on it is check and its loss decides the game.
        royal: bool = false;
        /// Whether it is a pawn: it resets the move count, promotes as `[pawns]` says, and can be taken en passant.
        pawn: bool = false;
        /// Letters of what it becomes in its promotion zone, in the order offered.
        promotion: Option<Text> = None, "its promoted form (`+R` of `R`); for a pawn without one what `[pawns]` says";
        /// Whether it has to promote where it can. With `false` it may stay what it is, unless it could never move again.
        must_promote: bool = true;
        /// Where it can be dropped from the hand, as White sees it.
        drop: Option<Squares> = None, "on any empty square";
        /// The most pieces of this kind that its side may have after a promotion to it.
        limit: Option<u8> [0..=255] = None, "any number";
        /// Where its moves can lead, as White sees it: a palace. For pieces that step or leap.
        squares: Option<Squares> = None, "everywhere";
        /// Whether `i` in its movement stands for moves of a piece that has not moved in the game. Without it a piece makes them from
        /// each square where one of its kind stood at the start.
        unmoved: bool = false;
        /// Letters of the enemy pieces that end the first moves of a piece with `unmoved` by moving to a square from which they would
        /// attack it on an empty board.
        aimed: Text = unplaced(""), "none";
        /// Whether it captures from afar, staying where it is.
        rifle: bool = false;
        /// Whether it cannot be captured.
        iron: bool = false;
        /// Whether it becomes neutral when it moves as a piece of a side, and a piece of the side that moves it when it moves as a neutral one.
        /// Goes with the condition `neutrals`.
        half_neutral: bool = false;
        /// Whether it turns into a wall when it captures.
        petrifies: bool = false;
        /// Whether it gives its moves to the pieces of its side that it guards: those on whose squares it could
        /// capture by its own movement. Kings receive nothing, pawns only with `relay` in `[pawns]`. A hop that is received
        /// over other pieces than the piece's own is a move of its own.
        relay: bool = false;
        /// What its hops do to the hurdle: letters A, C, E, each once, in the order in which they act.
        effect: Option<Text> = None, "nothing";
        /// Whose hurdles the effect changes.
        target: Option<EffectTarget> = None, "`both`";
        /// Whether the effect changes kings too.
        rex: Option<Rex> = None, "`exclusive`";
        /// Where it is reborn, as White sees it: squares (`"d1"`, or `"a1 h1"`: the first with the square colour of the
        /// square where it stood, else the first of all), `"file"` (the promotion rank on the file where it stood) or
        /// `"second"` (the second rank on that file).
        home: Option<Text> = None, "by its name: King or any royal piece `e1`, Queen `d1`, Rook `a1 h1`, Bishop `c1 f1`, Knight `b1 g1`, Pawn or any piece with `pawn = true` `second`, every other piece `file`";
        /// What it is worth in the opening, 0 to 2000 centipawns. Values, lists and weights of an inherited piece are dropped, unless it is a
        /// pawn or royal, if the file changes its movement (first moves aside), `rifle`, `iron`, `relay` or `effect`.
        value: Option<i32> [0..=2000] = None, "derived from the movement";
        /// What it is worth in the endgame, 0 to 2000 centipawns.
        endgame: Option<i32> [0..=2000] = None, "as in the opening, or derived with `value`";
        /// Centipawns added on each rank, from its own side's first rank on: as many numbers as ranks, each -500 to 500.
        /// `[]` removes an inherited list; one that was written for a board of another size does not count.
        by_rank: Numbers [-500..=500] = unplaced([]), "nothing is added";
        /// As `by_rank`, in the endgame.
        endgame_by_rank: Numbers [-500..=500] = unplaced([]), "as in the opening";
        /// Centipawns added on each file, from the edge to the middle: half as many numbers as files, rounded up.
        by_file: Numbers [-500..=500] = unplaced([]), "nothing is added";
        /// As `by_file`, in the endgame.
        endgame_by_file: Numbers [-500..=500] = unplaced([]), "as in the opening";
        /// Weights of evaluation terms for this piece: those with a star in [the table of weights](#what-the-evaluation-weighs-weights).
        weights: WeightsDefinition = WeightsDefinition::new(), "those of `[weights]`";
        /// XBoard's picture: a slot of its piece table, 0 to 21.
        picture: Option<u8> [0..=21] = None, "a free slot";
        /// The movement for XBoard, where it reads the Betza text in another way.
        xboard: Option<String> = None, "the Betza text";
        /// The figure on the terminal board.
        symbol: Option<String> = None, "the letter";
    }

    /// Castling.
    Castling "castling" {
        /// The letter of the piece in White's corners that castles with the king; two letters if it is another one on the king's
        /// wing than on the queen's, in this order.
        white: Text = unplaced(""), "White does not castle";
        /// As `white`, for Black's corners.
        black: Text = unplaced(""), "Black does not castle";
        /// The letters of pieces with which the king goes three squares on the queen's side, e1 to b1, and the piece to c1: a
        /// piece that is bound to a square colour keeps it.
        far: Text = unplaced(""), "two squares with every piece";
        /// The files on which the king arrives on the king's wing and the queen's; the other piece arrives beside it, on the side
        /// of the middle. Not a file beside the king's, unless with `anywhere`: the text would be that of a step.
        arrivals: Option<Text> = None, "`gc`";
        /// Whether kings and castling pieces castle from wherever they stand on the first rank in a position that is set up
        /// (Chess960), to the squares of chess.
        anywhere: bool = false;
        /// Whether a rook or king that appears on its home square counts as unmoved.
        rights_return: bool = false;
        /// Whether a king or castling piece that is dropped on its home square counts as unmoved.
        dropped: bool = false;
    }

    /// Pawns.
    Pawns "pawns" {
        /// Letters of the pieces that pawns become, in the order offered.
        promotion: Text = unplaced(""), "none";
        /// Letters of the pieces that White's pawns become.
        white: Option<Text> = None, "`promotion`";
        /// Letters of the pieces that Black's pawns become.
        black: Option<Text> = None, "`promotion`";
        /// Whether pawns become only pieces of which their side has fewer than at the start.
        captured_only: bool = false;
        /// Whether pawns become only pieces of which their side has some at the start: those of its own army.
        own_army: bool = false;
        /// Whether pawns, too, receive the moves of the pieces with `relay` that guard them. A pawn that arrives on its last rank
        /// by such a move promotes; no such move is a double step.
        relay: bool = false;
        /// Where pawns make their first moves (`i` in their movement), as White sees it.
        first_moves: Option<Squares> = None, "the second rank";
        /// Where pawns can be taken en passant, as White sees it whose pawns pass there.
        passed: Option<Squares> = None, "everywhere";
        /// Whether pawns also become every other piece of the position that was set up.
        promotion_from_setup: bool = false;
        /// What pawns on their own first rank can do (on a wormhole they always capture and step as elsewhere): nothing (`stuck`; those that move otherwise than in chess do move, but never
        /// go back there); capture and step as elsewhere (`moves`); capture as
        /// usual and move one to three squares, with en passant on those they pass (`triple`); the latter only if the position that was set up holds a piece with the
        /// effect E (`setup`).
        first_rank: FirstRank = FirstRank::Stuck;
    }

    /// The board, beside the squares of the start position.
    BoardDefinition "board" {
        /// Corners that no diagonal step, slide or leg of a hop passes, in either direction: pairs of diagonal neighbours,
        /// as in `["b3c2"]`.
        closed: Vec<Text> = Vec::new(), "none";
        /// With `files` the board is a cylinder of at least three files: the first and the last file are neighbours, and
        /// every step, leap, slide, hop and pawn capture goes on over the edge. A piece that slides all the way round stops
        /// before its own square; castling stays inside the rank.
        wrap: Wrap = Wrap::None;
        /// Whether there are two boards: a piece that has moved goes over to the same square of the other one, which has to
        /// be empty. Drops arrive on the first board, and a piece that shoots stays where it is. FENs write both placements
        /// with a bar between them (`A\|B`). There is no en passant.
        alice: bool = false;
    }

    /// Zones of the board.
    ZonesDefinition "zones" {
        /// Where forward is up the board for White's pawns, down for Black's.
        up: Option<Squares> = None, "everywhere";
        /// Where forward is to the left for White's pawns, to the right for Black's. Squares of both lists have both
        /// directions.
        left: Squares = unplaced(""), "nowhere";
        /// Where White's pieces promote that have a promoted form or a `promotion` of their own, pawns among them: by a move onto such a
        /// square or from it, never by a drop.
        white: Squares = unplaced(""), "nowhere";
        /// As `white`, for Black's pieces.
        black: Squares = unplaced(""), "nowhere";
        /// Where White's pawns promote by a move onto such a square: to what `[pawns]` says, or to their own `promotion` if `white` has no
        /// squares.
        white_pawns: Option<Squares> = None, "the last rank";
        /// As `white_pawns`, for Black's pawns.
        black_pawns: Option<Squares> = None, "the last rank";
        /// Whether the pieces of `white` and `black` promote by captures alone.
        by_capture: bool = false;
        /// The magic squares of the condition `magic-squares`.
        magic: Option<Squares> = None, "`d4 e4 d5 e5`";
        /// The wormholes of the condition `wormholes`.
        wormholes: Option<Squares> = None, "`d4 e4 d5 e5`";
        /// The squares on which the imitators of the condition `imitators` stand where a position says nothing of them.
        imitators: Option<Squares> = None, "`d4 e4 d5 e5`";
    }

    /// Captured pieces that come back.
    Drops "drops" {
        /// Letters of the captured pieces that change sides and go to the captor's hand, from where they can be dropped on
        /// any empty square instead of a move. FENs write hands in this order. They have to be among the first eight pieces
        /// of the file.
        hand: Text = unplaced(""), "none";
        /// Letters of the pieces that cannot be dropped on the first or the last rank.
        not_on_end_ranks: Text = unplaced(""), "none";
        /// Where White can drop pieces.
        white: Option<Squares> = None, "everywhere";
        /// Where Black can drop pieces.
        black: Option<Squares> = None, "everywhere";
        /// Letters of the pieces that cannot be dropped on a file on which their side has one of them already, or `most_a_file`.
        one_a_file: Text = unplaced(""), "none";
        /// How many pieces of a kind in `one_a_file` a side can have on a file.
        most_a_file: u8 [0..=255] = 1;
        /// Letters of the pieces of which a side has at most one on each square colour by its drops, such as bishops. While one is in
        /// hand, its side's other drops leave it a square of the colour that it needs.
        square_colours: Text = unplaced(""), "none";
        /// Letters of the pieces whose drop may not mate.
        no_mate: Text = unplaced(""), "none";
        /// Whether captured pieces come to the hand. With `false` only what the start position has in hand can be dropped.
        captures: bool = true;
        /// Whether a promoted piece comes to the hand as what it is, and not as what it was.
        promoted_stay: bool = false;
        /// Whether pieces can be dropped as their promoted forms (`+R` of `R`), too. These have to be among the first eight pieces of the
        /// file as well.
        promoted: bool = false;
        /// Whether a side that has pieces in hand has to drop one.
        compulsory: bool = false;
        /// Whether a piece in hand can come to the square that an own piece leaves with its first move from its start square on the
        /// first rank: `never`, `also` besides drops, or as the `only` way from the hand. The text has its letter behind it (`g1f3h`; in
        /// castling `e1g1h`, or `h1e1h` for the square of the rook), and the castling field of FENs names the files of such pieces.
        gating: Gating = Gating::Never;
    }

    /// Squares that are blocked in the course of the game.
    WallsDefinition "walls" {
        /// How walls come to the board: as the second part of each turn one wall goes to another empty square (`duck`), or a new one
        /// comes to any empty square (`anywhere`); or a piece leaves one on the square from which it moves (`left`). Nothing captures a
        /// wall, goes to its square or slides through it; hoppers leap it as they leap pieces. FENs write `*`.
        placing: Placing = Placing::Never;
        /// Where walls can be placed. A move that leaves no such square empty is not possible.
        squares: Option<Squares> = None, "everywhere";
        /// The name of a wall for people.
        name: Option<String> = None, "`Duck` with `placing = \"duck\"`, else `Wall`";
    }

    /// Turns of several moves.
    Turns "turns" {
        /// Letters of royal pieces, as in `"WF"`: if one of them moves, another that can must move in the same turn. Needs
        /// `goal = "capture"`.
        linked: Text = unplaced(""), "none";
        /// Lengths of the turns, White's and Black's alternating, as in `"1 2 3 ..."`. After the last number the step
        /// between the last two goes on: `"1 2 2 ..."` stays at two. A list that falls is repeated: by `"2 1"` White always makes two moves and
        /// Black one.
        schedule: Option<Text> = None, "one move a turn";
        /// What a check does: it ends the turn (`ends`), or only the last move of a full turn may give check (`last`).
        check: Option<TurnCheck> = None, "`ends`";
        /// Which pawns can be taken en passant, always with the first move of a turn: all that made their double step in the
        /// last turn and have not moved since (`turn`), only one that did with the last move of it (`last`), or none
        /// (`never`).
        en_passant: Option<TurnEnPassant> = None, "`turn`";
        /// When a side that is not in check may pass: `never`, at any time (`always`), or only without another legal move
        /// (`stuck`), which is then no stalemate. The text of it is `0000`, in notation `--`.
        pass: Pass = Pass::Never;
        /// As `pass`, for White alone.
        white_pass: Option<Pass> = None, "as `pass`";
        /// As `pass`, for Black alone.
        black_pass: Option<Pass> = None, "as `pass`";
    }

    /// The Einstein ladder.
    EinsteinDefinition "einstein" {
        /// Names of pieces from the bottom of the ladder to its top. An inherited ladder loses the pieces that the game does
        /// not have or that are royal.
        ladder: Option<Vec<Text>> = None, "Pawn, Knight, Bishop, Rook, Queen, as far as the game has them and they are not royal";
        /// What the effect E gives beyond the ends of the ladder: `hurdler` (the hurdler's own type), `stay`, or the name of
        /// a piece, which then stays it.
        ends: Text = unplaced("hurdler"), "`hurdler`";
        /// What the condition `einstein` gives beyond the ends of the ladder: `stay`, or the name of a piece, which then stays it.
        condition_ends: Text = unplaced("stay"), "`stay`";
    }

    /// How games end.
    Ends "ends" {
        /// With `capture` there is no check: a side that has lost its last royal piece has lost, and a side without a move
        /// draws, or loses with `stalemate = "loses"`.
        goal: Goal = Goal::Mate;
        /// With `any` a side may have several kings, which must all be safe after its move, or none; without one it is never
        /// in check nor mated. `flip` is the same, but conditions that recolour moving pieces recolour kings too. With
        /// `spare` a side with several kings is in check only if all are attacked, and can lose all but one.
        kings: Option<Kings> = None, "`one`; `any` where `rex = \"inclusive\"`";
        /// Further ends of the game, in the order in which they count, each a table with the keys of [goals](#goals-goals-in-ends), as in
        /// `{ reach = "*8", by = "K" }`.
        goals: Vec<GoalDefinition> = Vec::new(), "none";
        /// What checkmate means for the side that is mated.
        checkmate: Checkmate = Checkmate::Loses;
        /// What stalemate means for the side that cannot move; with `fewer` the side with fewer pieces wins.
        stalemate: Stalemate = Stalemate::Draw;
        /// Whether a side with a bare king loses: at the turn of an opponent that has more than a king.
        bare_king: BareKing = BareKing::Plays;
        /// Letters of the pieces that, alone beside a king, cannot win against a bare king.
        dead: Text = unplaced(""), "bare kings only";
        /// What every draw means: a `draw`, or that `white` or `black` wins (draw odds).
        draws: Draws = Draws::Draw;
        /// Half-moves in a row without progress that draw; turns, in games of several moves a turn. With `0` there is no
        /// such draw.
        move_limit: u16 [0..=65535] = 100;
        /// The occurrence of a position that ends the game, 2 to 20. With `0` none does.
        repetitions: u8 [0..=0, 2..=20] = 3;
        /// What the occurrence of a position that ends the game means: a `draw`, that the side which has brought the position about
        /// `loses` or `wins`, or that `white` or `black` wins.
        repetition: Repetition = Repetition::Draw;
        /// Whether a side `loses` by a repetition that has given check with each of its moves since the first of these
        /// occurrences; where both have, `repetition` holds.
        perpetual_check: PerpetualCheck = PerpetualCheck::Draw, "as `repetition` says";
    }

    /// Moves that are counted in the endgame.
    CountingDefinition "counting" {
        /// How many moves a side with a bare king counts until it has drawn, by what the other side has: words of a letter, as
        /// often as there have to be such pieces, and the number. The first that fits counts; a number alone stands for all
        /// other pieces, and 0 for no count.
        bare: Text = unplaced(""), "nothing is counted";
        /// How many moves a side counts whose king is not bare; 0 for none.
        board: u8 [0..=80] = 0;
        /// With at most how many pieces, its king included, a side begins the count of `board`.
        board_pieces: Option<u8> [0..=255] = None, "any number, when no pawn is left";
        /// Whether the count of a bare king begins with the number of all pieces on the board, and waits for the last pawn.
        from_pieces: bool = false;
    }

    /// A goal.
    GoalDefinition "ends.goals" {
        /// Squares that a piece of White's reaches; those of Black's too, unless `reach_black` lists others.
        reach: Squares = unplaced(""), "none";
        /// Squares that a piece of Black's reaches.
        reach_black: Option<Squares> = None, "those of `reach`";
        /// Letters of the pieces that can reach them, in `reach` and `reach_black`.
        by: Text = unplaced(""), "royal pieces";
        /// Whether only a piece counts there that no piece of the other side attacks, pinned or not.
        safe: bool = false;
        /// Whether Black has a last move where White has reached its squares, if one can change the result: if it reaches Black's, the game is
        /// a draw.
        last_move: bool = false;
        /// The number of checks that a side gives, 1 to 100. FENs write those that are left to White and Black before the
        /// half-move clock, as in `3+3`.
        checks: Option<u8> [1..=100] = None, "none";
        /// Letters: a side has no piece left of one of these kinds, on the board and in hand.
        lost: Text = unplaced(""), "none";
        /// Letters: a side has no piece left of any of these kinds, on the board and in hand; `*` stands for all.
        lost_all: Text = unplaced(""), "none";
        /// How many pieces a side may have left when it has reached `lost` or `lost_all`.
        left: u8 [0..=255] = 0;
        /// What it means for the side that has reached the squares, given the checks or lost the pieces.
        result: Option<GoalResult> = None, "`wins`; `loses` with `lost` and `lost_all`";
    }

    /// The chances of win, draw and loss that `UCI_ShowWDL` reports at a score: a win has the probability 1 / (1 + exp((`even` - score) /
    /// `scale`)), a loss that of the opposite score. Both are given for the opening and the endgame, and interpolated between them.
    ChancesDefinition "chances" {
        /// The score at which a win is as likely as not, in centipawns: `[opening, endgame]`, each 0 to 2000.
        even: Numbers [0..=2000] = unplaced([100, 100]), "`[100, 100]`";
        /// The difference of scores by which the odds of a win grow by the factor e: `[opening, endgame]`, each 10 to 2000.
        scale: Numbers [10..=2000] = unplaced([100, 100]), "`[100, 100]`";
    }

    /// XBoard.
    XboardHints "xboard" {
        /// XBoard's game with the nearest rules: `fairy`, `shatranj`, `crazyhouse`, `lion` (always with effects and
        /// conditions).
        parent: String = "fairy".to_owned();
        /// The name in XBoard, where XBoard has another game of this name.
        alias: Option<String> = None, "`name`";
    }
}

/// A weight of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum WeightDefinition {
    /// One number.
    One(i32),
    /// Centipawns in the opening and in the endgame.
    TaperedScore([i32; 2]),
}

/// Which side's hurdles an effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EffectTarget {
    /// Only the opponent's.
    Enemy,
    /// Only one's own.
    Friend,
    /// Both sides'.
    #[default]
    Both,
}

/// Whether effects change kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rex {
    /// Kings keep colour and type.
    #[default]
    Exclusive,
    /// Kings change like every piece.
    Inclusive,
}

/// What a pawn on its own first rank can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstRank {
    /// Nothing.
    #[default]
    Stuck,
    /// What they do elsewhere.
    Moves,
    /// Captures as usual and moves one to three squares ahead.
    Triple,
    /// As `Triple` if the position set up holds a piece with an Einstein effect, else as `Stuck`.
    Setup,
}

/// Which edges of the board are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wrap {
    /// None.
    #[default]
    None,
    /// The first and the last file are neighbours: a cylinder.
    Files,
}

/// What a check does to a turn of several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnCheck {
    /// It ends the turn.
    #[default]
    Ends,
    /// Only the last move of a full turn may give check.
    Last,
}

/// Which pawns can be taken en passant in games of several moves a turn, always with the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnEnPassant {
    /// Every pawn that made its double step in the last turn and has not moved since.
    #[default]
    Turn,
    /// Only a pawn that made its double step with the last move of the last turn.
    Last,
    /// None.
    Never,
}

/// When a side may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// At any time.
    Always,
    /// Only without another legal move.
    Stuck,
}

/// How walls come to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Placing {
    /// Not at all, or only by pieces that petrify.
    #[default]
    Never,
    /// One wall moves in the second part of each turn.
    Duck,
    /// A new wall comes to any empty square in the second part of each turn.
    Anywhere,
    /// A piece that moves leaves a wall behind.
    Left,
}

/// Whether pieces in hand come to squares that pieces leave with their first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gating {
    /// Never.
    #[default]
    Never,
    /// Besides drops.
    Also,
    /// In no other way.
    Only,
}

/// How many royal pieces a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kings {
    /// Exactly one.
    #[default]
    One,
    /// Any number of kings, even none; after a move all kings of the side that moved must be safe.
    Any,
    /// As `any`, and conditions that recolour moving pieces recolour kings, too.
    Flip,
    /// Any number of kings; after a move one king of the side that moved must be safe.
    Spare,
}

/// When a captor that is reborn changes colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flip {
    /// Before its rebirth.
    Before,
    /// After its rebirth.
    #[default]
    After,
}

/// What threatens royal pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Mate: a royal piece may not be left attacked.
    #[default]
    Mate,
    /// Capture: there is no check; a side without a royal piece has lost.
    Capture,
}

/// What a stalemate means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// The side without a move has lost.
    Loses,
    /// The side without a move has won.
    Wins,
    /// The side with fewer pieces has won; a draw if both have the same number.
    Fewer,
}

/// What a checkmate means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Checkmate {
    /// The mated side has lost.
    #[default]
    Loses,
    /// The mated side has won.
    Wins,
}

/// What draws mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Draws {
    /// A draw.
    #[default]
    Draw,
    /// White wins.
    White,
    /// Black wins.
    Black,
}

impl Draws {
    /// The side that wins by a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
        }
    }
}

/// What a repeated position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repetition {
    /// A draw.
    #[default]
    Draw,
    /// The side that has brought it about has lost.
    Loses,
    /// The side that has brought it about has won.
    Wins,
    /// White has won.
    White,
    /// Black has won.
    Black,
}

/// What perpetual check means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PerpetualCheck {
    /// Nothing by itself.
    #[default]
    Draw,
    /// The side that gives check has lost.
    Loses,
}

/// What a goal means for the side that has reached it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoalResult {
    /// It has won.
    Wins,
    /// It has lost.
    Loses,
    /// The game is a draw.
    Draw,
}

/// What a bare king means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BareKing {
    /// Nothing by itself.
    #[default]
    Plays,
    /// At the opponent's turn, if the opponent has anything besides the king, it has lost.
    Loses,
}

/// The letters that a text lists, promoted forms with their sign: `QR+B` is `Q`, `R`, `+B`.
pub fn letters_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut letters = text.chars();
    std::iter::from_fn(move || match letters.next()? {
        '+' => Some(std::iter::once('+').chain(letters.next()).collect()),
        letter => Some(letter.to_string()),
    })
}

/// The words of a text, each with its column, from 1.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count() + 1, word)
    })
}

/// The error of a letter that a list holds twice.
pub(super) fn twice(what: &str) -> String {
    format!("the letter '{what}' twice (expected each once)")
}

/// A text, if it is not empty.
pub(super) fn filled(text: &Text) -> Option<&Text> {
    (!text.get_ref().is_empty()).then_some(text)
}

impl Definition {
    /// The letters of the pieces that other keys name: those that pieces can become, that are held in hand, castle, and so on.
    pub(super) fn named_letters(&self) -> impl Iterator<Item = &str> {
        let of_pieces = self
            .pieces
            .iter()
            .filter_map(|piece| piece.promotion.as_ref());
        let goals = self.ends.goals.iter();
        let of_goals = goals.flat_map(|goal| [&goal.by, &goal.lost, &goal.lost_all]);
        let pawns = &self.pawns;
        let further: Vec<&Text> = of_pieces
            .chain(&pawns.white)
            .chain(&pawns.black)
            .chain(of_goals)
            .collect();
        let lists = [
            &self.pawns.promotion,
            &self.drops.hand,
            &self.castling.white,
            &self.castling.black,
            &self.turns.linked,
            &self.ends.dead,
        ];
        let ends = [&self.einstein.ends, &self.einstein.condition_ends];
        let ladder = self.einstein.ladder.iter().flatten();
        let names: Vec<String> = ladder
            .chain(ends)
            .map(|name| name.get_ref().to_lowercase())
            .collect();
        let named = move |piece: &&PieceDefinition| {
            let letter = piece.letter.get_ref();
            let name = piece.name.as_ref().unwrap_or(letter).to_lowercase();
            let listed = |list: &Text| letters_of(list.get_ref()).any(|other| other == *letter);
            names.contains(&name) || lists.iter().chain(&further).any(|list| listed(list))
        };
        self.pieces
            .iter()
            .filter(named)
            .map(|piece| piece.letter.get_ref().as_str())
    }
}

impl PieceDefinition {
    /// A piece that has a letter and nothing else.
    pub(super) fn of_letter(letter: Text) -> Self {
        Self {
            letter,
            ..Self::default()
        }
    }
}
