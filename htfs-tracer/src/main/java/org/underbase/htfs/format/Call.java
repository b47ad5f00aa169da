package org.underbase.htfs.format;

/**
 * Every call the tracer can record, with the code it has on disk. Codes are never reused or renumbered; a reader that
 * meets an unknown code reports {@link #UNKNOWN}.
 */
public enum Call {
    UNKNOWN(0, "unknown", Kind.META),
    // Streams
    OPEN(1, "open", Kind.OPEN),
    CREATE(2, "create", Kind.OPEN),
    APPEND(3, "append", Kind.OPEN),
    READ(4, "read", Kind.READ),
    PREAD(5, "pread", Kind.READ),
    READ_FULLY(6, "readFully", Kind.READ),
    READ_BYTE_BUFFER(7, "readByteBuffer", Kind.READ),
    PREAD_BYTE_BUFFER(8, "preadByteBuffer", Kind.READ),
    READ_VECTORED(9, "readVectored", Kind.READ_GROUP),
    READ_RANGE(10, "readRange", Kind.READ),
    READ_ZERO_COPY(11, "readZeroCopy", Kind.READ),
    SEEK(12, "seek", Kind.STREAM),
    SKIP(13, "skip", Kind.STREAM),
    WRITE(14, "write", Kind.WRITE),
    FLUSH(15, "flush", Kind.SYNC),
    HFLUSH(16, "hflush", Kind.SYNC),
    HSYNC(17, "hsync", Kind.SYNC),
    ABORT(18, "abort", Kind.CLOSE),
    CLOSE_INPUT(19, "closeInput", Kind.CLOSE),
    CLOSE_OUTPUT(20, "closeOutput", Kind.CLOSE),
    // HBase's asynchronous WAL output, which is no FileSystem stream
    WAL_OPEN(30, "walOpen", Kind.OPEN),
    WAL_WRITE(31, "walWrite", Kind.WRITE),
    WAL_SYNC(32, "walSync", Kind.SYNC),
    WAL_CLOSE(33, "walClose", Kind.CLOSE),
    // Namespace
    RENAME(40, "rename", Kind.META),
    DELETE(41, "delete", Kind.META),
    MKDIRS(42, "mkdirs", Kind.META),
    LIST_STATUS(43, "listStatus", Kind.META),
    GET_FILE_STATUS(44, "getFileStatus", Kind.META);

    /** What a call does, in the coarse terms of the analyses. */
    public enum Kind {
        /** Starts a stream on a file. */
        OPEN,
        /** Moves bytes from a file to the caller: {@code result} is the number of bytes, negative at end of file. */
        READ,
        /** A request of several ranges; its bytes are counted by the {@link Call#READ_RANGE} events it is parent of. */
        READ_GROUP,
        /** Moves bytes from the caller to a file: {@code result} is the number of bytes. */
        WRITE,
        /** Makes written bytes visible or durable. */
        SYNC,
        /** Ends a stream. */
        CLOSE,
        /** Another call on a stream that moves no data. */
        STREAM,
        /** A call on the file system that moves no file data. */
        META
    }

    private static final Call[] BY_CODE = new Call[256];

    static {
        for (Call call : values()) {
            if (BY_CODE[call.code] != null) {
                throw new IllegalStateException("call code " + call.code + " is used twice");
            }
            BY_CODE[call.code] = call;
        }
    }

    private final int code;
    private final String label;
    private final Kind kind;

    Call(int code, String label, Kind kind) {
        this.code = code;
        this.label = label;
        this.kind = kind;
    }

    /** The code on disk, 0 to 255. */
    public int code() {
        return code;
    }

    /** The name shown to people and accepted by filters. */
    public String label() {
        return label;
    }

    public Kind kind() {
        return kind;
    }

    /** The call with this code, or {@link #UNKNOWN}. */
    public static Call ofCode(int code) {
        Call call = code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
        return call == null ? UNKNOWN : call;
    }
}
