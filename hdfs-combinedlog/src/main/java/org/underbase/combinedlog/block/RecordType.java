package org.underbase.combinedlog.block;

/** Type of a replica's record. The codes are part of the on-disk format. */
enum RecordType {
    /** Bytes and their checksums from the start of a chunk. The replica is at least as long. */
    DATA(1),
    /** New length and generation stamp: the replica was truncated, or its generation stamp was bumped. */
    LENGTH(2),
    /** Final length of a finalized replica. */
    FINALIZED(3),
    /** End of the validity of all earlier records: the replica was deleted, or its files contain them. */
    SUPERSEDED(4),
    /** An fsync of the replica's files failed: the page cache may contain bytes that are neither on disk nor marked as dirty. */
    SUSPECT(5);

    private final int code;

    RecordType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RecordType of(int code) {
        for (RecordType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("unknown record type " + code);
    }
}
