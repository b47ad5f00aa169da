package org.underbase.exalt.tardis;

/** Kinds of sequences, by the first byte of their flags. */
enum Kind {
    DATA(0xE7),
    FILLER(0x6B),
    HASHED(0x3D);

    private static final Kind[] ALL = values();

    private final byte first;

    Kind(int first) {
        this.first = (byte) first;
    }

    byte first() {
        return first;
    }

    /** That whose flag begins so; null where none does. */
    static Kind of(byte first) {
        for (Kind kind : ALL) {
            if (kind.first == first) {
                return kind;
            }
        }
        return null;
    }
}
