package org.underbase.analysis.run;

/** Receiver of the progress of a run. Several threads call it, one at a time. */
@FunctionalInterface
public interface Progress {
    /** A receiver that ignores the progress. */
    Progress NONE = (done, total) -> {};

    /**
     * Receives the progress.
     *
     * @param done weight of the sources read so far
     * @param total weight of all sources
     */
    void done(long done, long total);
}
