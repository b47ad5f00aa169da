package org.underbase.localcompact.worker;

/** Point of a local compaction at which a test can inject a fault. */
public enum FaultPoint {
    /** The coordinator has started all merges. */
    TICKETS_SENT(true),
    /** The coordinator has a block on the wanted nodes; no merge has received it. */
    PLACED(true),
    /** The coordinator has the digests of a block and has not compared them. */
    WRITTEN(true),
    /** The coordinator has compared the digests of a block and has sent no command. */
    AGREED(true),
    /** The coordinator has received that the replicas of a block are finalized. */
    FINAL(true),
    /** The coordinator has all blocks; the file is not complete. */
    COMPLETING(true),
    /** The file is complete; HBase has not committed it. */
    COMPLETE(true),
    /** A merge has started; no block of it is open. */
    MERGE_BEGUN(false),
    /** A merge has an open replica without bytes. */
    OPENED(false),
    /** The DataNode of a merge has all bytes of a replica; the coordinator has not received it. */
    ACKNOWLEDGED(false),
    /** A merge has received the command to finalize its replica and has not sent it to the DataNode. */
    FINISHING(false),
    /** The replica of a merge is finalized; the coordinator has not received it. */
    FINISHED(false);

    private final boolean coordinator;

    FaultPoint(boolean coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * Returns whether the coordinator reaches the point.
     *
     * @return true for the coordinator, false for each merge
     */
    public boolean ofCoordinator() {
        return coordinator;
    }
}
