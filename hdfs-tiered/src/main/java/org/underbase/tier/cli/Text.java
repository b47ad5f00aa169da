package org.underbase.tier.cli;

import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** Text forms of paths and fractions. */
final class Text {
    private Text() {}

    /** Formats a path without its file system. */
    static String plain(Path path) {
        return Path.getPathWithoutSchemeAndAuthority(path).toString();
    }

    /** Formats a fraction as a percentage. */
    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f%%", fraction * 100);
    }
}
