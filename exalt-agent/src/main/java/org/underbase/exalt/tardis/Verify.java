package org.underbase.exalt.tardis;

/**
 * Number of bytes that are compared with a sequence before they are compressed. All modes detect inserted bytes, as storage systems
 * insert them. Only {@link #FULL} is lossless for every modification.
 */
public enum Verify {
    /** Compares every byte. Decompression always restores the original bytes. */
    FULL,
    /**
     * Compares as {@link #PAPER} and additionally one unit in 61. Overwritten ranges shorter than that distance may be restored with their
     * old value.
     */
    SAMPLED,
    /**
     * Compares the first and the last unit, and uses a binary search if they do not match (NSDI '14, figure 2). Bytes in between that are
     * overwritten at equal length are restored with their old value; the paper assumes that systems never overwrite.
     */
    PAPER
}
