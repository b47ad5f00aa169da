package org.underbase.combinedlog.block;

/**
 * Replica that was synced through the journal. Other packages use it as a handle only: {@link BlockLog#find} returns it, and
 * {@link BlockLog#deleted} takes it, so that a later replica of the same block stays tracked.
 */
public final class TrackedReplica {
    private final BlockKey key;
    private volatile String storage;
    private volatile long generationStamp;
    private volatile long synced;
    private volatile long lastSequence;
    private long lastData;
    private volatile boolean open = true;
    private volatile boolean dropped;
    private boolean kept;
    private long keptOffset;
    private long fsyncedSequence = -1;
    private boolean failed;
    private int failedFsyncs;
    private int repairedFsyncs;
    private int failedCheckpoints;

    // All state is guarded by this object. The status also reads the volatile fields while a disk delays the owner of
    // the lock.
    TrackedReplica(ReplicaSnapshot replica) {
        this.key = replica.key();
        update(replica);
    }

    BlockKey key() {
        return key;
    }

    String storage() {
        return storage;
    }

    long generationStamp() {
        return generationStamp;
    }

    void update(ReplicaSnapshot replica) {
        storage = replica.storage();
        generationStamp = replica.generationStamp();
    }

    /** Returns the number of bytes that are on disk, in the journal or in the replica's files, once the last record is. */
    long synced() {
        return synced;
    }

    void synced(long bytes) {
        synced = bytes;
    }

    void recorded(long sequence, boolean data) {
        lastSequence = sequence;
        if (data) {
            lastData = sequence;
        }
    }

    long lastSequence() {
        return lastSequence;
    }

    long lastData() {
        return lastData;
    }

    boolean open() {
        return open;
    }

    void open(boolean isOpen) {
        open = isOpen;
    }

    /** Whether the replica was deleted or has failed: it must not be recorded any more. */
    boolean dropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
    }

    /** Whether the journal keeps records of an earlier run, and the replica was neither fsynced nor changed since. */
    boolean kept() {
        return kept;
    }

    void keep(long firstOffset) {
        kept = true;
        keptOffset = firstOffset;
    }

    void release() {
        kept = false;
    }

    /** Returns the offset of the first byte in the kept records. */
    long keptOffset() {
        return keptOffset;
    }

    /** Whether a checkpoint has fsynced the files since the last record, and no client writes them. */
    boolean isCheckpointed() {
        return !open && !suspect() && fsyncedSequence == lastSequence;
    }

    /** Whether the disk lost bytes of the replica, which was reported as bad. */
    boolean failed() {
        return failed;
    }

    void fail() {
        failed = true;
        dropped = true;
    }

    /** Whether an fsync of the files failed after which they were not rewritten: a later success proves nothing. */
    boolean suspect() {
        return failedFsyncs > repairedFsyncs;
    }

    int failedFsyncs() {
        return failedFsyncs;
    }

    void fsyncFailed() {
        failedFsyncs++;
    }

    /** The files were rewritten and fsynced after this number of failed fsyncs. */
    void repaired(int fsyncs) {
        repairedFsyncs = Math.max(repairedFsyncs, fsyncs);
    }

    /** Returns the number of consecutive checkpoints that failed because of the replica. */
    int checkpointFailed() {
        return ++failedCheckpoints;
    }

    /**
     * A checkpoint has fsynced the files.
     *
     * @param sequence last record before the fsync
     */
    void checkpointed(long sequence) {
        failedCheckpoints = 0;
        kept = kept && lastSequence > sequence;
        fsyncedSequence = sequence;
    }
}
