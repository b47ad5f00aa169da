package org.underbase.analysis.files;

import java.util.Locale;

/** Classes of file sizes in the paper (FAST '14 section 4.3); 1 MB is 2^20 bytes. */
public enum SizeClass {
    /** Below 16 MB. */
    SMALL,
    /** At least 16 MB and below 64 MB. */
    MEDIUM,
    /** At least 64 MB. */
    LARGE,
    /** Files whose size is unknown: the paper has none. */
    UNKNOWN;

    private static final long MB = 1L << 20;

    static SizeClass of(long bytes) {
        return bytes < 16 * MB ? SMALL : bytes < 64 * MB ? MEDIUM : LARGE;
    }

    /** Returns the display name. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
