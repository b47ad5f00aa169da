package org.underbase.analysis.regions;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * Reads and writes of the store files by region.
 *
 * @param byRegion one entry per region with I/O, in descending order of the bytes read and written
 * @param outside sums of all other files: logs, and files of no region
 */
public record Regions(List<OfRegion> byRegion, Sums outside) {
    public Regions {
        byRegion = List.copyOf(byRegion);
    }

    /** Sums of one region. */
    public record OfRegion(Region region, Sums sums) {
        static final Comparator<OfRegion> ORDER = Comparator.comparingLong(
                        (OfRegion of) -> of.sums().read() + of.sums().written())
                .reversed()
                .thenComparing(OfRegion::region);
    }

    /**
     * Sums of files.
     *
     * @param read bytes read
     * @param written bytes written
     * @param data bytes that were accessed, each counted once
     * @param flushed bytes that flushes wrote
     * @param physical bytes written to disks, by cause
     */
    public record Sums(long read, long written, long data, long flushed, Physical physical) {
        /** Returns the bytes written to disks per byte flushed; empty if nothing was flushed. */
        public OptionalDouble amplification() {
            return flushed == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) physical.total() / flushed);
        }

        private Sums plus(Sums other) {
            return new Sums(
                    read + other.read,
                    written + other.written,
                    data + other.data,
                    flushed + other.flushed,
                    physical.plus(other.physical));
        }
    }

    /** Bytes written to disks, with all replicas, by the activity that wrote them. */
    public record Physical(long logging, long flush, long compaction, long other) {
        /** Returns the sum. */
        public long total() {
            return logging + flush + compaction + other;
        }

        private Physical plus(Physical more) {
            return new Physical(
                    logging + more.logging, flush + more.flush, compaction + more.compaction, other + more.other);
        }
    }

    /** Returns the sums over all files. */
    public Sums all() {
        return byRegion.stream().map(OfRegion::sums).reduce(outside, Sums::plus);
    }

    /**
     * Returns the share of the regions with the largest numbers in the sum of all regions; empty if that is 0.
     *
     * @param number number of regions
     * @param bytes the number of a region
     */
    public OptionalDouble shareOfTop(int number, ToLongFunction<Sums> bytes) {
        long[] sorted = byRegion.stream()
                .mapToLong(of -> bytes.applyAsLong(of.sums()))
                .sorted()
                .toArray();
        long total = 0;
        long top = 0;
        for (int i = 0; i < sorted.length; i++) {
            total += sorted[i];
            top += i >= sorted.length - number ? sorted[i] : 0;
        }
        return total == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) top / total);
    }
}
