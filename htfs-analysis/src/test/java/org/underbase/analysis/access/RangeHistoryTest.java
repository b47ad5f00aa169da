package org.underbase.analysis.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeHistoryTest {
    private static final int SIZE = 20_000;
    private static final long[] DISTANCES = {0, 10, 300, 5000};

    /** Every byte of a file by itself. */
    private static final class Bytes {
        private final long[] reads = new long[SIZE];
        private final long[] coreReads = new long[SIZE];
        private final long[] last = new long[SIZE];
        private final int[] io = new int[SIZE];
        private final Map<String, Long> closed = new TreeMap<>();

        private Bytes() {
            Arrays.fill(last, LastReads.NEVER);
        }

        private void read(int from, int to, boolean core, long nanos) {
            for (int i = from; i < to; i++) {
                reads[i]++;
                coreReads[i] += core ? 1 : 0;
                last[i] = nanos;
                io[i] |= core ? RangeHistory.CORE_READ : RangeHistory.OTHER_READ;
            }
        }

        private void write(int from, int to, boolean core) {
            for (int i = from; i < to; i++) {
                io[i] |= core ? RangeHistory.CORE_WRITE : RangeHistory.OTHER_WRITE;
            }
        }

        private void truncate(int length) {
            for (int i = length; i < SIZE; i++) {
                if (io[i] != 0) {
                    closed.merge(key(reads[i], coreReads[i], io[i], false), 1L, Long::sum);
                }
                reads[i] = 0;
                coreReads[i] = 0;
                last[i] = LastReads.NEVER;
                io[i] = 0;
            }
        }

        private long[] near(int from, int to) {
            return Arrays.stream(DISTANCES)
                    .map(distance -> Arrays.stream(
                                    last, Math.max(0, from - (int) distance), Math.min(SIZE, to + (int) distance))
                            .max()
                            .orElse(LastReads.NEVER))
                    .toArray();
        }

        private Map<String, Long> sums() {
            Map<String, Long> sums = new TreeMap<>(closed);
            for (int i = 0; i < SIZE; i++) {
                if (io[i] != 0) {
                    sums.merge(key(reads[i], coreReads[i], io[i], true), 1L, Long::sum);
                }
            }
            return sums;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void equalsAModelOfSeparateBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int longest = 1 << random.nextInt(1, 12);
        RangeHistory history = new RangeHistory();
        LastReads reads = new LastReads();
        Bytes bytes = new Bytes();
        for (int step = 0; step < 3000; step++) {
            int from = random.nextInt(SIZE);
            int to = Math.min(SIZE, from + 1 + random.nextInt(longest));
            boolean core = random.nextBoolean();
            int kind = random.nextInt(100);
            if (kind < 60) {
                assertThat(near(reads, from, to, Long.MAX_VALUE))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(bytes.near(from, to));
                assertThat(times(reads, from, to)).isEqualTo(times(bytes, from, to));
                history.read(from, to, core);
                reads.read(from, to, step);
                bytes.read(from, to, core, step);
            } else if (kind < 99) {
                history.write(from, to, core);
                bytes.write(from, to, core);
            } else {
                history.truncate(from);
                reads.truncate(from);
                bytes.truncate(from);
            }
            if (step % 100 == 0) {
                assertThat(sums(history)).as("seed %d, step %d", seed, step).isEqualTo(bytes.sums());
            }
        }
        assertThat(sums(history)).as("seed %d", seed).isEqualTo(bytes.sums());
    }

    @Test
    void appendsAreOneSegmentAndOffsetsMayBeLarge() {
        RangeHistory history = new RangeHistory();
        for (long i = 0; i < 100_000; i++) {
            history.write(i << 20, (i + 1) << 20, true);
        }
        history.read((1L << 61) - 10, 1L << 61, false);
        assertThat(sums(history))
                .containsOnly(
                        Map.entry(key(0, 0, RangeHistory.CORE_WRITE, true), 100_000L << 20),
                        Map.entry(key(1, 0, RangeHistory.OTHER_READ, true), 10L));
    }

    @Test
    void manyRangesAreMergedInBatches() {
        SplittableRandom random = new SplittableRandom(1);
        RangeHistory history = new RangeHistory();
        Bytes bytes = new Bytes();
        for (int step = 0; step < 200_000; step++) {
            int from = random.nextInt(SIZE - 20);
            int to = from + 1 + random.nextInt(20);
            history.read(from, to, step % 3 > 0);
            bytes.read(from, to, step % 3 > 0, step);
        }
        assertThat(sums(history)).isEqualTo(bytes.sums());
    }

    @Test
    void aReadJoinsTheReadsInItsRange() {
        LastReads reads = new LastReads();
        for (int i = 0; i < 10_000; i++) {
            reads.read(i * 10L, i * 10L + 5, i);
        }
        LastReads before = reads.copy();
        reads.read(7, (1L << 61) + 7, 10_000);
        assertThat(times(reads, 0, 1L << 61))
                .containsOnly(Map.entry(0L, 5L), Map.entry(LastReads.NEVER, 2L), Map.entry(10_000L, (1L << 61) - 7));
        assertThat(times(before, 0, 100_000)).hasSize(10_001).containsEntry(9_999L, 5L);
        assertThat(near(before, 49_996, 49_997, 4990)).containsExactly(LastReads.NEVER, 4999, 4999, 4999);
    }

    private static long[] near(LastReads reads, long from, long to, long enough) {
        long[] found = new long[DISTANCES.length];
        found[0] = LastReads.NEVER;
        reads.forEach(from, to, (size, last) -> found[0] = Math.max(found[0], last));
        reads.near(from, to, DISTANCES, enough, found);
        return found;
    }

    private static Map<Long, Long> times(LastReads history, long from, long to) {
        Map<Long, Long> times = new TreeMap<>();
        history.forEach(from, to, (size, last) -> times.merge(last, size, Long::sum));
        return times;
    }

    private static Map<Long, Long> times(Bytes bytes, int from, int to) {
        Map<Long, Long> times = new TreeMap<>();
        Arrays.stream(bytes.last, from, to).forEach(last -> times.merge(last, 1L, Long::sum));
        return times;
    }

    private static Map<String, Long> sums(RangeHistory history) {
        Map<String, Long> sums = new TreeMap<>();
        history.forEach((size, reads, core, io, live) -> sums.merge(key(reads, core, io, live), size, Long::sum));
        return sums;
    }

    private static String key(long reads, long core, int io, boolean live) {
        return reads + " " + core + " " + io + " " + live;
    }
}
