package org.underbase.combinedlog.block;

/** What a record tells of a replica. The codes are on disk. */
enum Kind {
    /** Bytes and their checksums, from the start of a chunk on. The replica ends where they end, or later. */
    DATA(1),
    /** The replica has this length and generation stamp: it was cut, or its generation stamp was raised. */
    LENGTH(2),
    /** The replica was finalized with this length. */
    FINALIZED(3),
    /** What was told of the replica before does not count: it was deleted, or is in its files. */
    VOID(4);

    private final int code;

    Kind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Kind of(int code) {
        for (Kind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no record of a replica has type " + code);
    }
}
