package org.underbase.htfs.format;

/** Constants of version 2 of the format. All numbers on disk are little-endian. */
final class Layout {
    /** First bytes of a segment; the non-text bytes reveal a transfer that changed line ends or the eighth bit. */
    static final byte[] SEGMENT_MAGIC = {(byte) 0x8B, 'U', 'B', 'T', '\r', '\n', 0x1A, '\n'};

    /** First bytes of a block; together with the header's CRC they mark the next block after a corrupt range. */
    static final byte[] BLOCK_MAGIC = {(byte) 0xB1, 'U', 'B', 'K', '\r', '\n', 0x1A, (byte) 0xF5};

    static final int VERSION = 2;

    /** Suffix of the segments' file names. */
    static final String SUFFIX = ".ubtrace";

    // Limits: a reader rejects larger values before it allocates. They keep a decoded block below 80 MB.
    static final int MAX_EVENTS = 1 << 17;
    static final int MAX_SEGMENT_HEADER = 1 << 16;
    static final int MAX_PAYLOAD = 1 << 25;
    static final int MAX_COLUMN = 1 << 22;
    static final int MAX_STRING = 1 << 16;
    static final int MAX_COMPONENTS = 1 << 15;
    static final int MAX_PATH_NUMBERS = 1 << 21;

    /** Number of characters of all names after which a writer seals a block. */
    static final int MAX_NAMES = 1 << 20;

    /** Maximum length of a name in characters; a writer truncates longer names. */
    static final int MAX_NAME = 1 << 14;

    /** Maximum number of characters of all names of a block; its last event adds up to 8 names. */
    static final int MAX_CHARACTERS = MAX_NAMES + 8 * MAX_NAME;

    /** Limit of offsets, lengths and results, positive and negative; a writer clamps larger values. */
    static final long MAX_NUMBER = 1L << 61;

    /** Limit of times, positive and negative, in nanoseconds since the epoch: their differences do not overflow. */
    static final long MAX_TIME = 1L << 62;

    /** Maximum number of lost calls by one cause in the header of a block. */
    static final long MAX_LOST = 1L << 48;

    /** Maximum number of calls in a series. */
    static final long MAX_SERIES = 1L << 31;

    private Layout() {}
}
