package org.underbase.analysis.operator;

import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.TraceEvent;

/** Estimates for traces that contain only a fraction of the files. */
public final class Sampled {
    /** Limit of a result in the trace format; it also bounds sums of forged traces. */
    private static final long MAX = 1L << 61;

    private Sampled() {}

    /**
     * Returns the estimated number of bytes of all files for which the recorded ones stand: each recorded file stands for as
     * many files as the inverse of the fraction (Horvitz-Thompson).
     *
     * @param event a call on a file
     * @param bytes number of bytes of the call
     */
    public static long bytes(TraceEvent event, long bytes) {
        return bytes(event.sampling(), bytes);
    }

    /** Returns the number as {@link #bytes(TraceEvent, long)}, for a fraction of the files in units of 1 / 2^32. */
    public static long bytes(long sampling, long bytes) {
        if (sampling >= BlockHeader.ALL || sampling <= 0) {
            return bytes;
        }
        return Math.min(MAX, Math.round(bytes * ((double) BlockHeader.ALL / sampling)));
    }
}
