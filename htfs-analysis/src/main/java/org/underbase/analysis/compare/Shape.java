package org.underbase.analysis.compare;

/** Distributions by unit from which the headline numbers are computed. */
enum Shape {
    /** Sizes of created files in bytes. */
    CREATED_SIZES(11),
    /** Bytes read, by the length of their run in bytes. */
    RUN_LENGTHS(11),
    /** Latencies of positional reads in nanoseconds; two digits, because each hour of a host has many values. */
    PREAD_NANOS(8),
    /** Latencies of syncs of logs in nanoseconds. */
    WAL_SYNC_NANOS(8),
    /** Latencies of hsync in nanoseconds. */
    HSYNC_NANOS(8);

    static final int COUNT = values().length;

    private final int bits;

    Shape(int bits) {
        this.bits = bits;
    }

    /** Rounds a value up to this number of leading bits, like HdrHistogram with two or three digits. */
    long rounded(long value) {
        int shift = Long.SIZE - Long.numberOfLeadingZeros(value) - bits;
        return shift <= 0 ? value : value | (1L << shift) - 1;
    }

    // Ordinals are safe here: they are never stored, so a new version may change them.
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }
}
