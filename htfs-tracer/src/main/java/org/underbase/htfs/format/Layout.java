package org.underbase.htfs.format;

/** The constants of the format, version 1. All numbers on disk are little-endian. */
final class Layout {
    /** First bytes of a segment; the non-text bytes catch a transfer that mangles line ends or the eighth bit. */
    static final byte[] SEGMENT_MAGIC = {(byte) 0x8B, 'U', 'B', 'T', '\r', '\n', 0x1A, '\n'};

    /** First bytes of a block; a reader finds the next block after damage by them and the header's CRC. */
    static final byte[] BLOCK_MAGIC = {(byte) 0xB1, 'U', 'B', 'K', '\r', '\n', 0x1A, (byte) 0xF5};

    static final int VERSION = 1;

    /** What the names of segments end with. */
    static final String SUFFIX = ".ubtrace";

    // Limits: a reader refuses what is beyond them before it allocates anything.
    static final int MAX_EVENTS = 1 << 18;
    static final int MAX_SEGMENT_HEADER = 1 << 16;
    static final int MAX_BLOCK_HEADER = 1 << 12;
    static final int MAX_PAYLOAD = 1 << 26;
    static final int MAX_COLUMN = 1 << 25;
    static final int MAX_DICTIONARY = 1 << 19;
    static final int MAX_STRING = 1 << 16;
    static final int MAX_COLUMNS = 256;

    static final int MAX_PATH_NUMBERS = 1 << 23;

    /** A writer closes a block when its names have this many characters. */
    static final int MAX_NAMES = 1 << 22;

    /** Offsets, lengths and results are stored within plus and minus this; what is beyond is stored as this. */
    static final long MAX_NUMBER = 1L << 61;

    private Layout() {}
}
