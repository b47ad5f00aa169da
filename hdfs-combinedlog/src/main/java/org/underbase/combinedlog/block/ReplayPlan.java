package org.underbase.combinedlog.block;

import org.underbase.combinedlog.journal.SequenceRange;

/** Target state of one replica according to its records. */
final class ReplayPlan {
    private int source;
    private long first;
    private boolean any;
    private boolean suspect;
    /** Later source of a record by which the replica is suspect; 0 without one. */
    private int suspectSource;

    private long firstOffset;
    private long end;
    private long generationStamp;
    private boolean finalized;
    private long finalLength;
    private String storage = "";
    private long firstSequence;
    private long lastSequence;

    /**
     * Adds a record.
     *
     * @param number number of the record in the order of the replay
     * @param sequence its sequence in the journal
     * @param of index of its source; records of an earlier source belong to an earlier replica
     */
    void add(long number, long sequence, int of, BlockRecord record) {
        if (of != source && record.type() == RecordType.SUSPECT && any && storage.equals(record.storage())) {
            // The replica was set aside while the journal was running, unless another record of this source follows.
            suspect = true;
            suspectSource = of;
            return;
        }
        if (of != source) {
            source = of;
            any = false;
            suspect = suspectSource == of;
        }
        if (record.type() == RecordType.SUPERSEDED) {
            any = false;
            suspect = false;
            return;
        }
        storage = record.storage();
        firstSequence = any || suspect ? firstSequence : sequence;
        lastSequence = sequence;
        if (record.type() == RecordType.SUSPECT) {
            suspect = true;
            generationStamp = any ? generationStamp : record.generationStamp();
            return;
        }
        if (!any) {
            any = true;
            first = number;
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

    /** Whether a record is valid: the replica was not deleted, and its files may lack bytes. */
    boolean isNeeded() {
        return any || suspect;
    }

    /** Whether there is a record with the replica's length and generation stamp. */
    boolean hasState() {
        return any;
    }

    /** Whether an fsync of the files failed: the page cache does not prove that bytes are on disk. */
    boolean suspect() {
        return suspect;
    }

    /** Returns the index of the source of the valid records. */
    int source() {
        return source;
    }

    /** Whether a record is valid; the others are superseded. */
    boolean contains(long number, int of) {
        return of == source && number >= first;
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

    /** Returns the sequences of the first and the last valid record. */
    SequenceRange sequences() {
        return new SequenceRange(firstSequence, lastSequence);
    }

    /** Returns the storage that contains the replica; before it was found, the storage of the last record. */
    String storage() {
        return storage;
    }

    void located(String found) {
        storage = found;
    }
}
