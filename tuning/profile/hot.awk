# Keeps the functions of a profile in text form that have run often: the others are compiled as if there were no profile.
# Records are paragraphs: the name, then lines that say what the numbers below them are.
BEGIN { RS = ""; FS = "\n"; least = 20000; print ":ir" }

{
    counting = 0
    most = 0
    name = 1
    while ($name ~ /^[:#]/) name++
    for (line = name; line <= NF; line++) {
        if ($line == "# Counter Values:") counting = 1
        else if ($line ~ /^#/) counting = 0
        else if (counting && $line + 0 > most) most = $line + 0
    }
    if (most >= least) {
        for (line = name; line <= NF; line++) print $line
        print ""
    }
}
