package org.underbase.combinedlog.block;

/** Target state of one replica according to its records. */
final class ReplayPlan {
    private long firstSequence;
    private boolean any;
    private boolean suspect;
    private long firstOffset;
    private long end;
    private long generationStamp;
    private boolean finalized;
    private long finalLength;
    private String storage = "";

    void add(long sequence, BlockRecord record) {
        if (record.type() == RecordType.SUPERSEDED) {
            any = false;
            suspect = false;
            return;
        }
        storage = record.storage();
        if (record.type() == RecordType.SUSPECT) {
            suspect = true;
            return;
        }
        if (!any) {
            any = true;
            firstSequence = sequence;
            firstOffset = Long.MAX_VALUE;
            end = 0;
            generationStamp = 0;
        }
        generationStamp = Math.max(generationStamp, record.generationStamp());
        finalized = record.type() == RecordType.FINALIZED;
        switch (record.type()) {
            case DATA -> {
                firstOffset = Math.min(firstOffset, record.length());
                end = Math.max(end, record.end());
            }
            case LENGTH -> {
                // Later bytes may be in the files after a process exit; after a power failure nothing proves it.
                end = record.synced();
                firstOffset = Math.min(firstOffset, end);
            }
            case FINALIZED -> {
                finalLength = record.length();
                // Its data may be in the files only, without any remaining record.
                end = Math.max(end, record.synced());
                firstOffset = Math.min(firstOffset, record.synced());
            }
            default -> throw new IllegalStateException(record.type().name());
        }
    }

    boolean needsReplay() {
        return any;
    }

    /** Whether an fsync of the files failed: the page cache does not prove that bytes are on disk. */
    boolean suspect() {
        return suspect;
    }

    /** Returns the first valid sequence; older records are superseded. */
    long firstSequence() {
        return firstSequence;
    }

    /** Returns the offset of the first recorded byte; earlier bytes are in the files. */
    long firstOffset() {
        return Math.min(firstOffset, end);
    }

    /** Returns the number of synced bytes. */
    long end() {
        return end;
    }

    /** Includes the generation stamp of the files: a bump may be on disk although its record is not. */
    void onDisk(long stamp) {
        generationStamp = Math.max(generationStamp, stamp);
    }

    long generationStamp() {
        return generationStamp;
    }

    boolean finalized() {
        return finalized;
    }

    long finalLength() {
        return finalLength;
    }

    String storage() {
        return storage;
    }
}
