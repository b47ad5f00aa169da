package org.underbase.exalt.tardis;

/** Kinds of sequences, distinguished by the first byte of their flags. */
enum Kind {
    DATA(0, 0xE7),
    FILLER(1, 0x6B),
    HASHED(2, 0x3D);

    private static final Kind[] ALL = values();

    private final int code;
    private final byte first;

    Kind(int code, int first) {
        this.code = code;
        this.first = (byte) first;
    }

    /** Returns the code on disk. */
    int code() {
        return code;
    }

    byte first() {
        return first;
    }

    /** Finds the kind whose flag starts with a byte; null if none exists. */
    static Kind of(byte first) {
        for (Kind kind : ALL) {
            if (kind.first == first) {
                return kind;
            }
        }
        return null;
    }
}
