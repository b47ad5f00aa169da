package org.underbase.exalt.tardis;

/**
 * How much of what looks like a sequence is compared with it before it is taken for one. All find bytes that were inserted, which
 * is what systems do with clients' data; only {@link #FULL} is lossless whatever they do.
 */
public enum Verify {
    /** Every byte. What comes back is what was there, always. */
    FULL,
    /**
     * As {@link #PAPER}, and one unit in 61 beside. What was replaced over fewer bytes than these are apart may come back as it
     * was before.
     */
    SAMPLED,
    /**
     * The first unit and the last, and those of a binary search where these two do not fit together (NSDI '14, figure 2). What was
     * replaced in between by as many bytes comes back as it was before: the paper assumes that nobody replaces anything.
     */
    PAPER
}
