package org.underbase.combinedlog.block;

/** What the records of one replica come to. */
final class ReplayPlan {
    private long firstSequence;
    private boolean anything;
    private long firstOffset;
    private long end;
    private long generationStamp;
    private boolean finalized;
    private long finalLength;
    private String storage = "";

    void add(long sequence, BlockRecord record) {
        if (record.kind() == Kind.VOID) {
            anything = false;
            return;
        }
        if (!anything) {
            anything = true;
            firstSequence = sequence;
            firstOffset = Long.MAX_VALUE;
            end = 0;
            generationStamp = 0;
        }
        storage = record.storage();
        generationStamp = Math.max(generationStamp, record.generationStamp());
        finalized = record.kind() == Kind.FINALIZED;
        switch (record.kind()) {
            case DATA -> {
                firstOffset = Math.min(firstOffset, record.length());
                end = Math.max(end, record.end());
            }
            case LENGTH -> {
                // What is behind may be in the files after the end of a process; after a power cut nothing speaks for
                // it.
                end = record.synced();
                firstOffset = Math.min(firstOffset, end);
            }
            case FINALIZED -> {
                finalLength = record.length();
                // Its data may be in the files, and in no record any more.
                end = Math.max(end, record.synced());
                firstOffset = Math.min(firstOffset, record.synced());
            }
            default -> throw new IllegalStateException(record.kind().name());
        }
    }

    boolean anything() {
        return anything;
    }

    /** Older records do not count. */
    long firstSequence() {
        return firstSequence;
    }

    /** From here on the records speak; the bytes before are in the files. */
    long firstOffset() {
        return Math.min(firstOffset, end);
    }

    /** Where the synced bytes end. */
    long end() {
        return end;
    }

    /** The stamp that the files had; a raise may be on disk whose record is not. */
    void found(long stamp) {
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
