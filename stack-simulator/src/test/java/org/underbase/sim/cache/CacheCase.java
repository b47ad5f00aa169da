package org.underbase.sim.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random sequence of reads, writes and deletions of overlapping page ranges.
 *
 * @param seed seed of the case
 * @param operations operations in order
 * @param pages bound of the number of pages of a file
 * @param files number of files
 */
public record CacheCase(long seed, List<Operation> operations, int pages, int files) {
    /** Kind of an operation. */
    public enum Kind {
        /** Read. */
        READ,
        /** Write. */
        WRITE,
        /** Deletion. */
        DELETE
    }

    /**
     * Access to consecutive pages.
     *
     * @param kind kind
     * @param file file number
     * @param first first page
     * @param pages number of pages
     */
    public record Operation(Kind kind, int file, int first, int pages) {}

    /** Returns the case of a seed. */
    public static CacheCase of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int files = 1 + random.nextInt(4);
        int pages = 4 + random.nextInt(40);
        // Some cases lie across a border of the index.
        int base = random.nextInt(3) == 0 ? ExtentIndex.CHUNK - pages / 2 : 0;
        int longest = 1 + random.nextInt(pages);
        double deletions = random.nextInt(4) * 0.1;
        double writes = random.nextInt(3) * 0.2;
        int count = 10 + random.nextInt(120);
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double drawn = random.nextDouble();
            Kind kind = drawn < deletions ? Kind.DELETE : drawn < deletions + writes ? Kind.WRITE : Kind.READ;
            int length = 1 + random.nextInt(longest);
            int first = random.nextInt(pages - length + 1);
            boolean whole = kind == Kind.DELETE && random.nextBoolean();
            operations.add(
                    new Operation(kind, random.nextInt(files), whole ? base : base + first, whole ? pages : length));
        }
        return new CacheCase(seed, List.copyOf(operations), pages, files);
    }
}
