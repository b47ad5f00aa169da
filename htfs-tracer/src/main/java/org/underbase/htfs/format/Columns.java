package org.underbase.htfs.format;

/** Numbers of the columns in a block's payload. They are never reused; a reader skips unsupported ones. */
final class Columns {
    static final int PROCESS = 1;
    static final int THREADS = 3;
    static final int USERS = 4;
    static final int EXCEPTIONS = 5;
    static final int DETAILS = 6;

    /** The components of the paths: text in this column, hex names in this plus RAW. */
    static final int COMPONENTS = 7;

    static final int FILE_SYSTEMS = 8;
    static final int BLOCK_POOLS = 9;
    static final int EC_POLICIES = 10;
    static final int PATHS = 15;

    // Columns of numbers, PATHS among them: the symbols are in this column, the raw bits in this plus RAW (see Packed).
    static final int TARGET_STREAM = 16;
    static final int TARGET_FILE = 17;
    static final int TARGET_PATH = 18;
    static final int TARGET_INODE = 19;
    static final int TARGET_FILE_SYSTEM = 20;
    static final int TARGET_BLOCK_POOL = 21;
    static final int TARGET_FIRST_BLOCK = 22;
    static final int TARGET_EC_POLICY = 23;
    static final int THREAD_ID = 24;
    static final int START = 32;
    static final int DURATION = 33;
    static final int CALL = 34;
    static final int THREAD = 35;
    static final int TARGET = 36;
    static final int OFFSET = 37;
    static final int LENGTH = 38;
    static final int RESULT = 39;
    static final int USER = 40;
    static final int EXCEPTION = 41;
    static final int DETAIL = 42;
    static final int OTHER = 43;
    static final int GROUP = 44;

    static final int RAW = 128;

    // Encodings of a column.
    static final int PLAIN = 0;
    static final int ZSTD = 1;

    private Columns() {}
}
