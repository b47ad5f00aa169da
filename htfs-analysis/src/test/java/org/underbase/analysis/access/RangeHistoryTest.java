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

    /** Every byte of a file by itself. */
    private static final class Bytes {
        private final long[] reads = new long[SIZE];
        private final long[] last = new long[SIZE];
        private final int[] io = new int[SIZE];
        private final Map<String, Long> closed = new TreeMap<>();

        private Bytes() {
            Arrays.fill(last, RangeHistory.NEVER);
        }

        private void read(int from, int to, boolean core, long nanos) {
            for (int i = from; i < to; i++) {
                reads[i]++;
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
                    closed.merge(key(reads[i], io[i], false), 1L, Long::sum);
                }
                reads[i] = 0;
                last[i] = RangeHistory.NEVER;
                io[i] = 0;
            }
        }

        private long lastRead(int from, int to) {
            return Arrays.stream(last, from, to).max().orElse(RangeHistory.NEVER);
        }

        private Map<String, Long> sums() {
            Map<String, Long> sums = new TreeMap<>(closed);
            for (int i = 0; i < SIZE; i++) {
                if (io[i] != 0) {
                    sums.merge(key(reads[i], io[i], true), 1L, Long::sum);
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
        Bytes bytes = new Bytes();
        for (int step = 0; step < 3000; step++) {
            int from = random.nextInt(SIZE);
            int to = Math.min(SIZE, from + 1 + random.nextInt(longest));
            boolean core = random.nextBoolean();
            int kind = random.nextInt(100);
            if (kind < 60) {
                assertThat(history.lastRead(from, to))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(bytes.lastRead(from, to));
                assertThat(times(history, from, to)).isEqualTo(times(bytes, from, to));
                history.read(from, to, core, step);
                bytes.read(from, to, core, step);
            } else if (kind < 99) {
                history.write(from, to, core);
                bytes.write(from, to, core);
            } else {
                history.truncate(from);
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
        history.read((1L << 61) - 10, 1L << 61, false, 5);
        assertThat(sums(history))
                .containsOnly(
                        Map.entry(key(0, RangeHistory.CORE_WRITE, true), 100_000L << 20),
                        Map.entry(key(1, RangeHistory.OTHER_READ, true), 10L));
        assertThat(history.lastRead(0, Long.MAX_VALUE)).isEqualTo(5);
        assertThat(history.lastRead(0, (1L << 61) - 10)).isEqualTo(RangeHistory.NEVER);
    }

    private static Map<Long, Long> times(RangeHistory history, int from, int to) {
        Map<Long, Long> times = new TreeMap<>();
        history.lastReads(from, to, (size, last) -> times.merge(last, size, Long::sum));
        return times;
    }

    private static Map<Long, Long> times(Bytes bytes, int from, int to) {
        Map<Long, Long> times = new TreeMap<>();
        Arrays.stream(bytes.last, from, to).forEach(last -> times.merge(last, 1L, Long::sum));
        return times;
    }

    private static Map<String, Long> sums(RangeHistory history) {
        Map<String, Long> sums = new TreeMap<>();
        history.forEach((size, reads, io, live) -> sums.merge(key(reads, io, live), size, Long::sum));
        return sums;
    }

    private static String key(long reads, int io, boolean live) {
        return reads + " " + io + " " + live;
    }
}
