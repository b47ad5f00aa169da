package org.underbase.analysis.files;

import java.util.Locale;

/** The paper's three classes of file sizes (FAST '14 section 4.3); 1 MB is 2^20 bytes. */
public enum SizeClass {
    /** Below 16 MB. */
    SMALL,
    /** From 16 MB to below 64 MB. */
    MEDIUM,
    /** 64 MB and more. */
    LARGE;

    private static final long MB = 1L << 20;

    static SizeClass of(long bytes) {
        return bytes < 16 * MB ? SMALL : bytes < 64 * MB ? MEDIUM : LARGE;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
