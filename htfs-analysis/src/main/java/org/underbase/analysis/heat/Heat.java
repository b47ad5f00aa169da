package org.underbase.analysis.heat;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Bytes that were read, by the number of their reads; also bytes that were deleted later.
 *
 * @param all classes of all reads, in ascending order
 * @param core classes of the foreground reads of user tables alone
 * @param unplacedBytes bytes of reads whose offset is not in the trace, which are in no class
 */
public record Heat(List<OfClass> all, List<OfClass> core, long unplacedBytes) {
    /** Number of classes: 1, 2-3, 4-7, ... 32-63, at least 64 reads. */
    static final int CLASSES = 7;

    public Heat {
        all = List.copyOf(all);
        core = List.copyOf(core);
    }

    /**
     * Bytes of one class.
     *
     * @param label number of reads, such as {@code 2-3}
     * @param bytes number of distinct bytes
     * @param readBytes bytes that reads returned of them
     */
    public record OfClass(String label, long bytes, long readBytes) {}

    static int classOf(long reads) {
        return Math.min(CLASSES - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(reads));
    }

    static String label(int number) {
        long least = 1L << number;
        return number == 0 ? "1" : number == CLASSES - 1 ? ">=" + least : least + "-" + (2 * least - 1);
    }

    /** Returns the number of distinct bytes that were read. */
    public long bytes() {
        return sum(all.stream().mapToLong(OfClass::bytes));
    }

    /** Returns the bytes that all reads returned. */
    public long readBytes() {
        return sum(all.stream().mapToLong(OfClass::readBytes));
    }

    private static long sum(LongStream bytes) {
        return bytes.sum();
    }
}
