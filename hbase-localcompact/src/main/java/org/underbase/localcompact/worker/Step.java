package org.underbase.localcompact.worker;

/** Where a local compaction can be when something fails. */
public enum Step {
    /** The coordinator has started all merges. */
    TICKETS_SENT(true),
    /** The coordinator has a block on the wanted nodes; no merge knows it. */
    PLACED(true),
    /** The coordinator has the digests of a block and has not compared them. */
    WRITTEN(true),
    /** The coordinator has compared the digests of a block and has not said so. */
    AGREED(true),
    /** The coordinator knows that the replicas of a block are final. */
    FINAL(true),
    /** The coordinator has all blocks; the file is not complete. */
    COMPLETING(true),
    /** The file is complete; HBase does not know it. */
    COMPLETE(true),
    /** A merge has begun; no block of it is open. */
    MERGE_BEGUN(false),
    /** A merge has a replica open that has no bytes. */
    OPENED(false),
    /** The DataNode of a merge has all bytes of a replica; the coordinator does not know. */
    ACKNOWLEDGED(false),
    /** A merge was told that its replica is right; the DataNode does not know. */
    FINISHING(false),
    /** The replica of a merge is final; the coordinator does not know. */
    FINISHED(false);

    private final boolean coordinator;

    Step(boolean coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * Whose step it is.
     *
     * @return whether it is the coordinator's; else that of each merge
     */
    public boolean ofCoordinator() {
        return coordinator;
    }
}
