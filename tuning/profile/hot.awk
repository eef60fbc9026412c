# Keeps two kinds of functions of a profile in text form: those that have run often, and large ones of front-ends, libraries, texts and
# sorting that have not, which are then compiled to be small. The others are compiled as if there were no profile.
# Records are paragraphs: the name, then lines that say what the numbers below them are.
BEGIN {
    RS = ""
    FS = "\n"
    least = 20000
    large = 20
    # Modules and libraries in the names of functions as the linker knows them: katydid::cli is 7katydid3cli or katydid..cli.
    # The next part of a name follows two dots or its own length.
    part = "(\\.\\.|[0-9]+)"
    modules = "betza|catalogue|cli|eval" part "trace|game_page|pgn|problem" part "(popeye|twin_words)|protocol|rules" part "coordinate|web"
    modules = modules "|variant" part "(compile|definition|facts|inheritance|special_rules|squares_text)"
    outside = "katydid" part "(" modules ")|slice" part "sort|axum|clap_|hyper|jiff|serde|tokio|toml|vampirc_uci"
    print ":ir"
}

{
    counting = 0
    counters = 0
    most = 0
    name = 1
    while ($name ~ /^[:#]/) name++
    for (line = name; line <= NF; line++) {
        if ($line == "# Counter Values:") counting = 1
        else if ($line ~ /^#/) counting = 0
        else if (counting) {
            counters++
            if ($line + 0 > most) most = $line + 0
        }
    }
    if (most >= least || counters >= large && $name ~ outside) {
        for (line = name; line <= NF; line++) print $line
        print ""
    }
}
