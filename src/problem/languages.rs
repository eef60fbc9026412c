//! The German and French words of Popeye's input language. The first word of a file decides its language.
//!
//! Source: the lists of words in the manuals of Popeye 4.104 (`py-deut.txt`, `py-fran.txt`). Names of stipulations and goals are the same in
//! all languages.

/// A language of problem files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Language {
    /// English; files begin with `BeginProblem`.
    #[default]
    English,
    /// German; files begin with `AnfangProblem`.
    German,
    /// French; files begin with `DebutProbleme`.
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::English, Self::German, Self::French];

    /// The spellings of an English word in this language: usually one.
    pub fn spellings(self, english: &'static str) -> impl Iterator<Item = &'static str> {
        let translated: &[_] = if self == Self::English {
            &[]
        } else {
            let start = WORDS.partition_point(|row| row.0 < english);
            let same = WORDS[start..].iter().take_while(|row| row.0 == english);
            &WORDS[start..start + same.count()]
        };
        let as_it_is = translated.is_empty().then_some(english);
        let words = translated
            .iter()
            .map(move |(_, german, french)| match self {
                Self::German => *german,
                Self::English | Self::French => *french,
            });
        as_it_is.into_iter().chain(words)
    }

    /// A list of English words in this language, for messages.
    pub fn list(self, english: impl IntoIterator<Item = &'static str>) -> String {
        let words = english.into_iter();
        let spelled: Vec<&str> = words.flat_map(|word| self.spellings(word)).collect();
        spelled.join(" ")
    }

    /// The English letters of a walk (piece type) whose letters are given in this language.
    pub fn english_walk(self, letters: &str) -> Option<&'static str> {
        self.counterpart(letters, Self::English)
    }

    /// The letters in this language of a walk (piece type) whose English letters are given.
    pub fn walk(self, english: &str) -> Option<&'static str> {
        Self::English.counterpart(english, self)
    }

    fn counterpart(self, letters: &str, other: Self) -> Option<&'static str> {
        let mut pairs = self.walks().split(' ').zip(other.walks().split(' '));
        let (_, found) = pairs.find(|(own, _)| own.eq_ignore_ascii_case(letters))?;
        Some(found)
    }

    const fn walks(self) -> &'static str {
        match self {
            Self::English => ENGLISH_WALKS,
            Self::German => GERMAN_WALKS,
            Self::French => FRENCH_WALKS,
        }
    }
}

/// English, German and French words, sorted. Words that are missing are the same in all languages.
#[rustfmt::skip]
const WORDS: &[(&str, &str, &str)] = &[
    ("Absolute", "Absolut", "Absolu"),
    ("Add", "Hinzufuegen", "Ajoute"),
    ("Adverse", "Advers", "Adverse"),
    ("AliceChess", "AliceSchach", "Alice"),
    ("AlphabeticChess", "AlphabetischesSchach", "EchecsAlphabetiques"),
    ("AndaInverse", "AndaInvers", "AndaInverse"),
    ("AndernachChess", "AndernachSchach", "EchecsAndernach"),
    ("AnnanChess", "Annanschach", "AnnanEchecs"),
    ("AntiAndernachChess", "AntiAndernachSchach", "EchecsAntiAndernach"),
    ("AntiEinsteinChess", "AntiEinsteinSchach", "EchecsAntiEinstein"),
    ("AntiGuards", "AntiDeckungen", "Antigardes"),
    ("AntiKings", "AntiKoenige", "AntiRois"),
    ("AntiMarsMirrorCirce", "AntiMarsMalefiqueCirce", "AntiMarsMalefiqueCirce"),
    ("AntipodeanAntiCirce", "AntiAntipodenCirce", "AntiCirceAntipoden"),
    ("AntipodeanCirce", "AntipodenCirce", "CirceAntipoden"),
    ("AntipodeanImmunChess", "AntipodenImmunSchach", "ImmunAntipoden"),
    ("Antipodes", "Antipoden", "Antipodes"),
    ("April", "April", "Avril"),
    ("AprilChess", "Aprilschach", "EchecsAvril"),
    ("ArgentinianChess", "ArgentinischesSchach", "EchecsArgentins"),
    ("Author", "Autor", "Auteur"),
    ("Award", "Auszeichnung", "Prix"),
    ("BackHome", "NachHause", "Retour"),
    ("BackToBack", "RueckenAnRuecken", "DosADos"),
    ("Beep", "Pieps", "Bip"),
    ("BeginProblem", "AnfangProblem", "DebutProbleme"),
    ("BichromChess", "BichromesSchach", "Bichromatique"),
    ("Black", "Schwarz", "Noir"),
    ("BlackAlphabeticChess", "SchwarzesAlphabetischesSchach", "NoirEchecsAlphabetiques"),
    ("BlackAntiSynchronMover", "SchwarzerAntiSynchronZueger", "NoirAntiSynchronCoup"),
    ("BlackChecks", "SchwarzSchaecher", "NoirEchecs"),
    ("BlackConsequentForcedSquare", "SchwarzesKonsequentesZwangsfeld", "NoirCaseForceConsequent"),
    ("BlackEdgemover", "SchwarzerRandzueger", "NoirBordCoup"),
    ("BlackFollowMyLeader", "SchwarzerVerfolgungszueger", "NoirPoursuite"),
    ("BlackForcedSquare", "SchwarzesZwangsfeld", "NoirCaseForce"),
    ("BlackMaxDister", "SchwarzerMaxDister", "NoirMaxDister"),
    ("BlackMaximummer", "SchwarzerLaengstzueger", "NoirMaximum"),
    ("BlackMinDister", "SchwarzerMinDister", "NoirMinDister"),
    ("BlackMinimummer", "SchwarzerKuerzestzueger", "NoirMinimum"),
    ("BlackMustCapture", "SchwarzerSchlagzwang", "NoirPriseForce"),
    ("BlackOscillatingKings", "SchwarzeOszillierendeKoenige", "NoirRoisOscillant"),
    ("BlackPromSquares", "UWFeldSchwarz", "NoirCasePromotion"),
    ("BlackReflectiveKing", "SchwarzerReflektierenderKoenig", "NoirRoiReflecteur"),
    ("BlackRoyalSquare", "SchwarzesKoeniglichesFeld", "NoirCaseRoyal"),
    ("BlackSuperTransmutingKing", "SchwarzerSuperTransmutierenderKoenig", "NoirSuperRoiTransmute"),
    ("BlackSynchronMover", "SchwarzerSynchronZueger", "NoirSynchronCoup"),
    ("BlackTransmutedKing", "SchwarzerTransmutierenderKoenig", "NoirRoiTransmute"),
    ("BlackUltraSchachZwang", "SchwarzerUltraSchachZwang", "NoirUltraSchachZwang"),
    ("BlackVaultingKing", "SchwarzerVaultingKing", "NoirVaultingKing"),
    ("BoleroInverse", "BoleroInvers", "BoleroInverse"),
    ("BrunnerChess", "BrunnerSchach", "EchecsBrunner"),
    ("CASTchess", "CASTSchach", "CASTEchecs"),
    ("Cage", "Kaefig", "Cage"),
    ("CageCirce", "KaefigCirce", "CirceCage"),
    ("CaptureSquare", "Schlagfeld", "CaseDePrise"),
    ("CastlingChess", "RochadeSchach", "EchecsRoque"),
    ("CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"),
    ("CentralChess", "ZentralSchach", "EchecsCentral"),
    ("Chameleon", "Chamaeleon", "Cameleon"),
    ("Chameleon", "Chamaeleon", "Chameleon"),
    ("ChameleonChess", "ChamaeleonSchach", "EchecsCameleon"),
    ("ChameleonCirce", "ChamaeleonCirce", "CirceCameleon"),
    ("ChameleonPursuit", "ChamaeleonVerfolgung", "CameleonPoursuite"),
    ("ChameleonSequence", "Chamaeleonsequenz", "CameleonSequence"),
    ("ChecklessChess", "OhneSchach", "SansEchecs"),
    ("CheekToCheek", "WangeAnWange", "JoueAJoue"),
    ("ChineseChess", "ChinesischesSchach", "Chinoises"),
    ("CirceAssassin", "AssassinCirce", "CirceAssassin"),
    ("CirceDoubleAgents", "DoppelAgentenCirce", "CirceDoubleAgents"),
    ("CirceTurncoats", "TurncoatCirce", "CirceTurncoats"),
    ("Condition", "Bedingung", "Condition"),
    ("ContactGridChess", "KontaktGitter", "ContactGrille"),
    ("Continued", "Ferner", "Enplus"),
    ("ContraParrain", "KontraParrain", "ContraParrain"),
    ("CouscousCirce", "CouscousCirce", "CirceCouscous"),
    ("DangerCirce", "GefahrenCirce", "CirceDanger"),
    ("Defence", "Widerlegung", "Defense"),
    ("DiagonalShift", "DiagonalVerschieben", "DiagonalDecalage"),
    ("Diagram", "Diagramm", "Diagramme"),
    ("DiagramAntiCirce", "AntiDiagrammCirce", "AntiCirceDiagramme"),
    ("DiagramCirce", "DiagrammCirce", "CirceDiagramme"),
    ("DiagramImmunChess", "DiagrammImmunSchach", "ImmunDiagramme"),
    ("DiametralCirce", "DiametralCirce", "CirceDiametrale"),
    ("DoubleTibet", "DoppeltibetSchach", "DoubleTibet"),
    ("DuellistChess", "Duellantenschach", "Duelliste"),
    ("EiffelChess", "EiffelSchach", "EchecsEiffel"),
    ("EinsteinChess", "EinsteinSchach", "EchecsEinstein"),
    ("EndProblem", "EndeProblem", "FinProbleme"),
    ("EquipollentsAntiCirce", "AntiEquipollentsCirce", "AntiCirceEquipollents"),
    ("EquipollentsCirce", "EquipollentsCirce", "CirceEquipollents"),
    ("EquipollentsImmunChess", "EquipollentsImmunSchach", "ImmunEquipollents"),
    ("Exchange", "Tausche", "Echange"),
    ("ExclusiveChess", "ExklusivSchach", "EchecsExclusif"),
    ("ExtinctionChess", "AusrottungsSchach", "EchecsExtinction"),
    ("FaceToFace", "AngesichtZuAngesicht", "FaceAFace"),
    ("File", "File", "Colonne"),
    ("FileAntiCirce", "AntiFileCirce", "AntiFileCirce"),
    ("FileImmunChess", "FileImmunSchach", "ImmunFile"),
    ("Football", "Fussball", "Football"),
    ("FrankfurtChess", "FrankfurtSchach", "Francfort"),
    ("Functionary", "Beamtet", "Fonctionnaire"),
    ("FunctionaryChess", "BeamtenSchach", "EchecsFonctionnaire"),
    ("GenevaChess", "GenferSchach", "EchecsGeneve"),
    ("GhostChess", "Geisterschach", "EchecsGhost"),
    ("GlasgowChess", "GlasgowSchach", "EchecsGlasgow"),
    ("GoalIsEnd", "ZielIstEnde", "ButEstFin"),
    ("GridChess", "Gitterschach", "Grille"),
    ("GridLine", "GitterLinie", "LigneGrille"),
    ("HaanerChess", "HaanerSchach", "Haan"),
    ("HalfDuplex", "HalbDuplex", "DemiDuplex"),
    ("HalfNeutral", "HalbNeutral", "DemiNeutre"),
    ("Hole", "Loch", "Trou"),
    ("HorizontalShift", "HorizontalVerschieben", "HorizontalDecalage"),
    ("HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"),
    ("ImmunChess", "Immunschach", "Immun"),
    ("Influencer", "Influencer", "Influenceur"),
    ("Irregular", "Unregelmaessig", "Irreguliere"),
    ("KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"),
    ("KobulKings", "KobulKoenige", "RoisKobul"),
    ("LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"),
    ("LastCapture", "LetzterSchlag", "DernierePrise"),
    ("LastMove", "LetzterZug", "CoupDernier"),
    ("LineChameleonChess", "LinienChamaeleonSchach", "EchecsCameleonLigne"),
    ("Lortap", "Elliuortap", "Elliuortap"),
    ("LosingChess", "Schlagschach", "QuiPerdGagne"),
    ("LostPieces", "VerloreneSteine", "PiecesPerdues"),
    ("Magic", "Magisch", "Magique"),
    ("MagicSquares", "MagischeFelder", "CaseMagique"),
    ("Make&TakeChess", "Make&TakeSchach", "Make&TakeEchecs"),
    ("MarineChess", "MarinesSchach", "EchecsMarins"),
    ("MarsMirrorCirce", "MarsSpiegelCirce", "MarsCirceMalefique"),
    ("MasandGeneralised", "MasandVerallgemeinert", "MasandGeneralise"),
    ("MatesIn1", "MattsIn1", "MatsEn1"),
    ("MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"),
    ("MaxSolutions", "MaxLoesungen", "MaxSolutions"),
    ("MaxTime", "MaxZeit", "MaxTemps"),
    ("MaximumBlack", "MaximumSchwarz", "MaximumNoir"),
    ("MaximumWhite", "MaximumWeiss", "MaximumBlanc"),
    ("Maximummer", "Laengstzueger", "Maximum"),
    ("MessignyChess", "MessignySchach", "EchecsMessigny"),
    ("Mirror", "Spiegel", "Malefique"),
    ("Mirror", "Spiegelung", "Miroir"),
    ("MirrorAntiCirce", "AntiSpiegelCirce", "AntiCirceMalefique"),
    ("MirrorCirce", "SpiegelCirce", "CirceMalefique"),
    ("MirrorCirceClone", "SpiegelCirceclone", "CirceCloneMalefique"),
    ("MirrorCouscousCirce", "SpiegelCouscousCirce", "CirceCouscousMalefique"),
    ("MirrorFileAnticirce", "AntiSpiegelFileCirce", "AntiFileCirceMalefique"),
    ("MirrorFileCirce", "SpiegelFileCirce", "FileCirceMalefique"),
    ("MirrorFileImmunChess", "SpiegelFileImmunSchach", "ImmunFileMalefique"),
    ("MirrorImmunChess", "SpiegelImmunschach", "ImmunMalefique"),
    ("MonochromChess", "MonochromesSchach", "Monochromatique"),
    ("Move", "Versetze", "Deplacement"),
    ("MoveNumbers", "Zugnummern", "Trace"),
    ("MultiSolutions", "MehrereLoesungen", "MultiSolutions"),
    ("NannaChess", "Nannaschach", "NannaEchecs"),
    ("Neutral", "Neutral", "Neutre"),
    ("NewKoeko", "NeuKoeko", "KoekoNouveaux"),
    ("NextProblem", "WeiteresProblem", "Asuivre"),
    ("NoBk", "OhneSk", "SansRN"),
    ("NoBlackCapture", "SchwarzerOhneSchlag", "NoirSansPrises"),
    ("NoBlackPromotion", "OhneSchwarzUW", "SansNoirPromotion"),
    ("NoBoard", "OhneBrett", "SansEchiquier"),
    ("NoCapture", "Ohneschlag", "SansPrises"),
    ("NoCastling", "KeineRochade", "SansRoquer"),
    ("NoIProm", "OhneIUW", "SansIProm"),
    ("NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"),
    ("NoThreat", "OhneDrohung", "SansMenace"),
    ("NoWhiteCapture", "WeisserOhneSchlag", "BlancSansPrises"),
    ("NoWhitePromotion", "OhneWeissUW", "SansBlancPromotion"),
    ("NoWk", "OhneWk", "SansRB"),
    ("NonTrivial", "NichtTrivial", "NonTrivial"),
    ("NormalPawn", "NormalBauern", "PionNormale"),
    ("NullMoves", "NullZuege", "CoupsVides"),
    ("Origin", "Quelle", "Source"),
    ("Orthogonal", "Orthogonal", "Orthogonale"),
    ("PWC", "Platzwechsel", "Echange"),
    ("PWC", "PlatzwechselCirce", "CirceEchange"),
    ("Parachute", "Fallschirm", "Parachute"),
    ("Paralysing", "Paralysierend", "Paralysante"),
    ("ParrainCirce", "CirceParrain", "CirceParrain"),
    ("PartialParalysis", "PartielleParalyse", "ParalysePartielle"),
    ("Patrouille", "PatrouilleSchach", "Patrouille"),
    ("PhantomChess", "PhantomSchach", "EchecsPhantom"),
    ("Pieces", "Steine", "Pieces"),
    ("PlusChess", "PlusSchach", "EchecsPlus"),
    ("PointReflection", "Punktspiegelung", "ReflexionCentrale"),
    ("PolishType", "Farbwechsel", "CouleurEchange"),
    ("PostKeyPlay", "NachSchluessel", "ApresCle"),
    ("PowerTransfer", "KraftTransfer", "TransfertPouvoir"),
    ("PromOnly", "UWnur", "PromSeul"),
    ("Protean", "Proteisch", "Protee"),
    ("ProteanChess", "ProteischesSchach", "EchecsProtee"),
    ("Protocol", "Protokoll", "Protocol"),
    ("Rank", "Reihe", "Rangee"),
    ("ReflectiveKings", "ReflektierendeKoenige", "RoisReflecteurs"),
    ("Relaxed", "Locker", "Relache"),
    ("RelegationChess", "Degradierung", "Degradierung"),
    ("Remark", "Bemerkung", "Remarque"),
    ("Remove", "Entferne", "Ote"),
    ("RepublicanChess", "RepublikanerSchach", "EchecsRepublicains"),
    ("ReversalEinstein", "ReversesEinstein", "ReversEinstein"),
    ("ReversalEinsteinChess", "ReversesEinsteinSchach", "ReversEchecsEinstein"),
    ("RexExclusive", "RexExklusive", "RexExclusif"),
    ("RexInclusive", "RexInklusive", "RexInclusif"),
    ("RoleExchange", "Rollentausch", "EchangeRole"),
    ("Rotate", "Drehung", "Rotation"),
    ("Royal", "Koeniglich", "Royale"),
    ("RoyalDynasty", "KoenigsDynastie", "DynastieRoyale"),
    ("SStipulation", "SForderung", "Senonce"),
    ("SeriesCapture", "SerienSchlag", "SerieCapture"),
    ("SetPlay", "Satzspiel", "Apparent"),
    ("ShieldedKings", "SchutzKoenige", "ShieldedKings"),
    ("Shift", "Verschiebung", "Translation"),
    ("SingleBox", "NurPartiesatzSteine", "SingleBox"),
    ("SnekChess", "SnekSchach", "EchecsSnek"),
    ("SnekCircleChess", "SnekZirkulaerSchach", "EchecsSnekCirculaires"),
    ("StartMoveNumber", "StartZugnummer", "Enroute"),
    ("Stipulation", "Forderung", "Enonce"),
    ("StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"),
    ("Strict", "Strikt", "Stricte"),
    ("Substitute", "Ersetze", "Remplace"),
    ("SuperGuards", "SuperDeckungen", "Supergardes"),
    ("SuppressGrid", "OhneGitter", "SansGrille"),
    ("SwappingKings", "TauschKoenige", "RoisEchanges"),
    ("Symmetry", "Symmetrie", "Symetrie"),
    ("SymmetryAntiCirce", "AntiSymmetrieCirce", "AntiCirceSymetrique"),
    ("SymmetryCirce", "SymmetrieCirce", "CirceSymetrique"),
    ("SymmetryImmunChess", "SymmetrieImmunSchach", "ImmunSymmetrique"),
    ("Take&MakeChess", "Take&MakeSchach", "Take&MakeEchecs"),
    ("Threat", "Drohung", "Menace"),
    ("Tibet", "TibetSchach", "Tibet"),
    ("Title", "Titel", "Titre"),
    ("TotalInvisible", "TotalUnsichtbar", "TotalInvisible"),
    ("TraitorChess", "TraitorChess", "EchecsTraitor"),
    ("TransmutedKings", "TransmutierendeKoenige", "RoisTransmutes"),
    ("Transmuting", "Transmutierende", "Transmute"),
    ("TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"),
    ("Try", "Verfuehrung", "Essais"),
    ("Twin", "Zwilling", "Jumeau"),
    ("Type1", "Typ1", "Type1"),
    ("Type2", "Typ2", "Type2"),
    ("Type3", "Typ3", "Type3"),
    ("TypeA", "TypA", "TypeA"),
    ("TypeB", "TypB", "TypeB"),
    ("TypeC", "TypC", "TypeC"),
    ("UltraPatrol", "UltraPatrouille", "UltraPatrouille"),
    ("UltramarineChess", "UltramarinesSchach", "EchecsUltramarins"),
    ("Uncapturable", "Unschlagbar", "Imprenable"),
    ("UpToMoveNumber", "BisZugnummer", "JusquAuCoup"),
    ("Variations", "Varianten", "Variantes"),
    ("VerticalMirror", "VertikalSpiegel", "MalefiqueVerticale"),
    ("VerticalMirrorCirce", "VertikalesSpiegelCirce", "CirceMalefiqueVerticale"),
    ("VerticalShift", "VertikalVerschieben", "VerticalDecalage"),
    ("VogtlaenderChess", "VogtlaenderSchach", "EchecsVogtlaender"),
    ("Volcanic", "Vulkan", "Volcanique"),
    ("WaitCapture", "NaechsterSchlag", "PriseProchaine"),
    ("White", "Weiss", "Blanc"),
    ("WhiteAlphabeticChess", "WeissesAlphabetischesSchach", "BlancEchecsAlphabetiques"),
    ("WhiteAntiSynchronMover", "WeisserAntiSynchronZueger", "BlancAntiSynchronCoup"),
    ("WhiteConsequentForcedSquare", "WeissesKonsequentesZwangsfeld", "BlancCaseForceConsequent"),
    ("WhiteEdgemover", "WeisserRandzueger", "BlancBordCoup"),
    ("WhiteFollowMyLeader", "WeisserVerfolgungszueger", "BlancPoursuite"),
    ("WhiteForcedSquare", "WeissesZwangsfeld", "BlancCaseForce"),
    ("WhiteMaxDister", "WeisserMaxDister", "BlancMaxDister"),
    ("WhiteMaximummer", "WeisserLaengstzueger", "BlancMaximum"),
    ("WhiteMinDister", "WeisserMinDister", "BlancMinDister"),
    ("WhiteMinimummer", "WeisserKuerzestzueger", "BlancMinimum"),
    ("WhiteMustCapture", "WeisserSchlagzwang", "BlancPriseForce"),
    ("WhiteOscillatingKings", "WeisseOszillierendeKoenige", "BlancRoisOscillant"),
    ("WhitePromSquares", "UWFeldWeiss", "BlancCasePromotion"),
    ("WhiteReflectiveKing", "WeisserReflektierenderKoenig", "BlancRoiReflecteur"),
    ("WhiteRoyalSquare", "WeissesKoeniglichesFeld", "BlancCaseRoyal"),
    ("WhiteSuperTransmutingKing", "WeisserSuperTransmutierenderKoenig", "BlancSuperRoiTransmute"),
    ("WhiteSynchronMover", "WeisserSynchronZueger", "BlancSynchronCoup"),
    ("WhiteToPlay", "WeissBeginnt", "ApparentSeul"),
    ("WhiteTransmutedKing", "WeisserTransmutierenderKoenig", "BlancRoiTransmute"),
    ("WhiteUltraSchachZwang", "WeisserUltraSchachZwang", "BlancUltraSchachZwang"),
    ("WhiteVaultingKing", "WeisserVaultingKing", "BlancVaultingKing"),
    ("Wormholes", "Wurmloecher", "TrousDeVer"),
    ("WriteGrid", "ZeichneGitter", "AjouteGrille"),
    ("ZeroPosition", "NullStellung", "Zeroposition"),
];

/// The letters of the walks, in the same order in each language.
const ENGLISH_WALKS: &str = "k p q s r b le ma pa va ro g n z ca gi rf bu we al fe da li ne l bp am em pr gn an sq wa dr ka ss uu \
    ha m ea sw ar rb c nh du cr zr gr ch zh gh ds bk eq ct bs sp rl bl si tr nd o eh mo rr br ao oa rh \
    bh ek bt gt sk cy cg rn rp ok 37 g2 g3 16 24 35 dg kh or 15 25 gl lr lb ln wr fr bi et na rm re rw \
    bm be bw ra so mg 36 nl ml mm f do rt bo qe qf qq b1 b2 b3 cp rk pp ls ze bn s2 s4 s1 s3 qn dk db no \
    th lh ge gf kl ko kp sh gy ms po mp mh st se fa lo sa ah oh hc ee en sc";
const GERMAN_WALKS: &str = "k b d s t l le ma pa va ro g n z ca gi wf bu we al fe da li ne h bb am kn pr gn an ei wa dr ka ss uu \
    ha el ad sp er rl kl nh du cr zr gr ch zh gh ds rs eq ct bs sb tl ll si tr nd o rd mo tj lj ao oa th \
    lh ek pf pn sk cy kg rn rh ok 37 g2 g3 16 24 35 dg kh or 15 25 gl ht hl hn wr fr bi et na tc ta ts \
    lc la ls ra so mg 36 nl ml mm f de he bo qe qf od b1 b2 b3 cb rp rb lr ze nr s2 s4 s1 s3 qn dt dl no \
    uh bh gu gb lk ko sh sc gy ms po mb mc st se fa lo sa ah oh hk ae aq sr";
const FRENCH_WALKS: &str = "r p d c t f le ma pa va ro s n z ch gi cc bu vi al fe da li eq l pb am im pr g an ec v dr ka cs uu \
    ha e ai m ar fr ca sn pi cn zn gn sc sz sg cd cr ea ct bs sp tl fl si tr ne o eh mo tc fc ao oa st \
    sf re bt gt sk cy sa rl rs ok 37 s2 s3 16 24 35 ds sr or 15 25 gl lt lf ln vs fs bi el na et at mt \
    ef af mf ra so mg 36 nl ml mm a dn la bo qa qf qq b1 b2 b3 pc cl pv lr ze nr n2 n4 n1 n3 qn dt df no \
    sb se sm su kl ko sv ba gy cm po pm bm ep dg fa lo sl as os hc ae aq ss";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_sorted_and_each_walk_has_its_counterpart() {
        assert!(WORDS.is_sorted());
        let count = |language: Language| language.walks().split(' ').count();
        for language in Language::ALL {
            assert_eq!(count(language), count(Language::English));
            for english in ENGLISH_WALKS.split(' ') {
                let here = language.walk(english).expect("a walk");
                assert_eq!(language.english_walk(here), Some(english), "{here}");
            }
        }
    }

    #[test]
    fn words_and_walks_are_translated() {
        let spellings = |language: Language, word| language.spellings(word).collect::<Vec<_>>();
        assert_eq!(spellings(Language::German, "SetPlay"), ["Satzspiel"]);
        assert_eq!(
            spellings(Language::French, "Mirror"),
            ["Malefique", "Miroir"]
        );
        assert_eq!(spellings(Language::German, "Madrasi"), ["Madrasi"]);
        assert_eq!(Language::German.english_walk("L"), Some("b"));
        assert_eq!(Language::French.english_walk("sa"), Some("cg"));
        assert_eq!(Language::German.english_walk("q"), None);
    }
}
