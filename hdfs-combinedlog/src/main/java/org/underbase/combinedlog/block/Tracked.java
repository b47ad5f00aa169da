package org.underbase.combinedlog.block;

/** A replica that was synced through the journal. Guarded by itself. */
final class Tracked {
    private final BlockKey key;
    private String storage;
    private long generationStamp;
    private long synced;
    private long lastSequence;
    private long lastData;
    private boolean open = true;
    private boolean dropped;

    Tracked(BlockKey key, String storage, long generationStamp) {
        this.key = key;
        this.storage = storage;
        this.generationStamp = generationStamp;
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

    void is(String storageNow, long generationStampNow) {
        storage = storageNow;
        generationStamp = generationStampNow;
    }

    /** So many bytes are on disk, in the journal or in the replica's files, once the last record is. */
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

    /** Nothing more may be recorded through this. */
    boolean dropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
    }
}
