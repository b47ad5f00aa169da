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

    // Limits: a reader refuses what is beyond them before it allocates anything. They keep a decoded block below 80 MB.
    static final int MAX_EVENTS = 1 << 17;
    static final int MAX_SEGMENT_HEADER = 1 << 16;
    static final int MAX_PAYLOAD = 1 << 25;
    static final int MAX_COLUMN = 1 << 22;
    static final int MAX_STRING = 1 << 16;
    static final int MAX_COMPONENTS = 1 << 15;
    static final int MAX_PATH_NUMBERS = 1 << 21;

    /** A writer closes a block when its names have this many characters, and cuts a longer name. */
    static final int MAX_NAMES = 1 << 20;

    static final int MAX_NAME = 1 << 14;

    /** What the names of a block have at most when its last event still fitted in: that one brings a few names. */
    static final int MAX_CHARACTERS = MAX_NAMES + 8 * MAX_NAME;

    /** Offsets, lengths and results are stored within plus and minus this; what is beyond is stored as this. */
    static final long MAX_NUMBER = 1L << 61;

    private Layout() {}
}
