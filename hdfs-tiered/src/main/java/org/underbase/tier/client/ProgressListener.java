package org.underbase.tier.client;

/** Listener for the progress of a wait; the waiting thread calls it after each request to the NameNode. */
@FunctionalInterface
public interface ProgressListener {
    /** Listener that ignores progress. */
    ProgressListener NONE = progress -> {};

    void progressed(PlacementProgress progress);
}
