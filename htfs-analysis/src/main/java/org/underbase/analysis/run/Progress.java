package org.underbase.analysis.run;

/** Told how far a run is. Called from several threads, but by one at a time. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress NONE = (done, total) -> {};

    /**
     * @param done the weight of the sources read
     * @param total the weight of all sources
     */
    void done(long done, long total);
}
