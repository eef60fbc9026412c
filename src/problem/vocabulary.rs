//! Words of Popeye's input language that are recognised only to be refused by name. Source: the list of conditions, attributes,
//! options and walks in the manual of Popeye 4.104.

#[rustfmt::skip]
pub(super) const CONDITIONS: &[&str] = &[
    "Volage", "Hypervolage", "BichromChess", "MonochromChess", "GridChess", "KoeKo",
    "BlackEdgemover", "WhiteEdgemover", "Leofamily", "ChineseChess", "Patrouille", "NoCapture",
    "ImmunChess", "ContactGridChess", "Imitator", "CavalierMajeur", "HaanerChess",
    "Sentinelles", "Maximummer", "UltraSchachZwang", "BlackMaximummer", "WhiteMaximummer",
    "WhiteUltraSchachZwang", "BlackUltraSchachZwang", "BlackMinimummer", "WhiteMinimummer",
    "MagicSquares", "Tibet", "DoubleTibet", "Hole", "BlackMustCapture", "WhiteMustCapture",
    "TransmutedKings", "BlackFollowMyLeader", "WhiteFollowMyLeader", "DuellistChess", "NoIProm",
    "VogtlaenderChess", "Bicolores", "NewKoeko", "ReversalEinsteinChess", "RelegationChess",
    "NorskSjakk", "TraitorChess", "BlackForcedSquare", "WhiteForcedSquare",
    "BlackConsequentForcedSquare", "WhiteConsequentForcedSquare", "ReflectiveKings",
    "ChameleonChess", "FunctionaryChess", "GlasgowChess", "Isardam", "ChecklessChess",
    "PromOnly", "ExclusiveChess", "MarsCirce", "PhantomChess", "WhiteTransmutedKing",
    "BlackTransmutedKing", "WhiteReflectiveKing", "BlackReflectiveKing", "AntiEinsteinChess",
    "BlackRoyalSquare", "WhiteRoyalSquare", "PlusChess", "BrunnerChess", "CentralChess",
    "ExtinctionChess", "RepublicanChess", "ActuatedRevolvingBoard", "MessignyChess", "Woozles",
    "BiWoozles", "Heffalumps", "BiHeffalumps", "WhitePromSquares", "BlackPromSquares",
    "NoWhitePromotion", "NoBlackPromotion", "EiffelChess", "ActuatedRevolvingCentre",
    "ShieldedKings", "NoWhiteCapture", "NoBlackCapture", "AlphabeticChess",
    "LineChameleonChess", "AMU", "SingleBox", "MAFF", "OWU", "WhiteOscillatingKings",
    "BlackOscillatingKings", "AntiKings", "AntiMarsCirce", "WhiteSuperTransmutingKing",
    "BlackSuperTransmutingKing", "UltraPatrol", "SwappingKings", "RoyalDynasty", "SAT",
    "StrictSAT", "Take&MakeChess", "Make&TakeChess", "BlackSynchronMover", "WhiteSynchronMover",
    "BlackAntiSynchronMover", "WhiteAntiSynchronMover", "Masand", "MasandGeneralised", "BGL",
    "AnnanChess", "NannaChess", "NormalPawn", "BlackChecks", "GenevaChess", "VaultingKings",
    "WhiteVaultingKing", "BlackVaultingKing", "ProteanChess", "Lortap", "Antikoeko",
    "CastlingChess", "ChameleonPursuit", "LosingChess", "GhostChess", "Football",
    "WhiteAlphabeticChess", "BlackAlphabeticChess", "KobulKings", "SuperGuards", "Wormholes",
    "MarineChess", "UltramarineChess", "BackHome", "FaceToFace", "BackToBack", "CheekToCheek",
    "Disparate", "SnekChess", "SnekCircleChess", "ArgentinianChess", "LostPieces",
    "PartialParalysis", "LeseMajeste", "Rokagogo", "Breton", "PointReflection", "Bolero",
    "BoleroInverse", "Influencer", "RoleExchange", "BlackMaxDister", "BlackMinDister",
    "WhiteMaxDister", "WhiteMinDister", "SeriesCapture", "Pepo", "CASTchess", "CASTInverse",
    "MultiCaptures", "FuddledMen", "Bicaptures", "TransmissionMenace", "PowerTransfer", "Anda",
    "AndaInverse", "AllInChess", "HalfInChess", "MainlyInChess", "FrankfurtChess", "AntiGuards",
    "Leffie", "AliceChess", "Immobilio", "DangerCirce", "PADChess", "HauntedChess", "ProvocationChess", "DarkSide", "Dummy", "ExchangeCastling",
    "PatienceChess", "#C", "MirrorCirce", "PWC",
    "CouscousCirce", "ChameleonCirce", "EquipollentsCirce", "FileCirce", "DiagramCirce",
    "ParrainCirce", "ContraParrain", "SymmetryCirce", "MirrorFileCirce", "AntipodeanCirce",
    "MirrorCirceClone", "SuperCirce", "CirceClone", "FrischaufCirce", "DiametralCirce",
    "MirrorCouscousCirce", "CirceAssassin", "CirceTurncoats", "CirceDoubleAgents", "CageCirce",
    "CirceTake&Make", "VerticalMirrorCirce", "AprilChess", "MirrorAntiCirce",
    "DiagramAntiCirce", "FileAntiCirce", "SymmetryAntiCirce", "MirrorFileAnticirce",
    "AntipodeanAntiCirce", "EquipollentsAntiCirce", "AntiCloneCirce", "AntiSuperCirce",
    "MarsMirrorCirce", "AntiMarsMirrorCirce", "AntiMarsAntipodeanCirce", "MirrorImmunChess",
    "FileImmunChess", "DiagramImmunChess", "MirrorFileImmunChess", "SymmetryImmunChess",
    "AntipodeanImmunChess", "EquipollentsImmunChess",
];

/// Words that can follow the first word of a condition.
#[rustfmt::skip]
pub(super) const CONDITION_WORDS: &[&str] = &[
    "RexInclusive", "RexExclusive", "LastMove", "WaitCapture", "Clone", "Couscous", "Mirror",
    "April", "Equipollents", "Parrain", "ContraParrain", "Rank", "File", "Symmetry", "Diagram",
    "PWC", "Antipodes", "Super", "Take&Make", "Cage", "CaptureSquare", "Diametral",
    "VerticalMirror", "Frischauf", "Chameleon", "Turncoats", "Einstein", "ReversalEinstein",
    "Relaxed", "Strict", "Assassin", "Volcanic", "Parachute", "Cheylan", "TypeA", "TypeB",
    "TypeC", "Type1", "Type2", "Type3", "PionAdvers", "PionNeutre", "ParaSentinelles",
    "Berolina", "MaximumWhite", "MaximumBlack", "MaximumTotal", "VerticalShift",
    "HorizontalShift", "DiagonalShift", "Orthogonal", "Irregular", "GridLine", "Transmuting",
    "Ultra", "Adverse", "PY", "Absolute", "ChameleonSequence",
];

#[rustfmt::skip]
pub(super) const OPTIONS: &[&str] = &[
    "TrivialTriesAvoid", "NullMoves", "MaxFlightsquares", "CastlingMutuallyExclusive", "NonTrivial", "Beep", "SuppressGrid",
    "WriteGrid", "LastCapture", "MatesIn1", "NoSymmetry",
];

#[rustfmt::skip]
pub(super) const ATTRIBUTES: &[&str] = &[
    "Jigger", "Kamikaze", "Paralysing", "Volage", "Functionary",
    "Protean", "Magic", "FrischAuf", "Anda", "AndaInverse",
    "Bul", "Dob", "Patrol", "AliceA", "AliceB",
];
