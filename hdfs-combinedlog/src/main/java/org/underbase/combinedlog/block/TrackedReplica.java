package org.underbase.combinedlog.block;

/**
 * Replica that was synced through the journal. Other packages use it as a handle only: {@link BlockLog#find} returns it, and
 * {@link BlockLog#deleted} takes it, so that a later replica of the same block stays tracked.
 */
public final class TrackedReplica {
    private final BlockKey key;
    private String storage;
    private long generationStamp;
    private long synced;
    private long lastSequence;
    private long lastData;
    private boolean open = true;
    private boolean dropped;

    // All state is guarded by this object.
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

    /** Whether the replica was deleted or failed: it must not be recorded any more. */
    boolean dropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
    }
}
