package org.underbase.tier.client;

/** Is told how far a placement is, in the thread that waits, at each look at the NameNode. */
@FunctionalInterface
public interface ProgressListener {
    /** Who wants to hear nothing. */
    ProgressListener NONE = progress -> {};

    void progressed(PlacementProgress progress);
}
