package org.underbase.analysis.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class LocalityTest {
    private static final int KIB = 1 << 10;

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void hitsByDistanceAndTime() {
        long in = server.open("/f");
        server.pread(in, 0, 100);
        server.pass(Duration.ofSeconds(3)).pread(in, 100, 100);
        server.pass(Duration.ofSeconds(100)).pread(in, 199 + 63 * KIB, 1);
        server.pass(Duration.ofHours(1)).pread(in, 0, 1);

        assertThat(hits(0, Duration.ofMinutes(32))).isZero();
        assertThat(hits(0, Duration.ofMinutes(64))).isEqualTo(1);
        // Adjacent reads are near at every distance above 0.
        assertThat(hits(1, Duration.ofSeconds(2))).isZero();
        assertThat(hits(1, Duration.ofSeconds(4))).isEqualTo(1);
        assertThat(hits(2, Duration.ofMinutes(2))).isEqualTo(2);
        assertThat(hits(3, Duration.ofDays(8))).isEqualTo(3);
        assertThat(map().reads()).isEqualTo(4);
    }

    @Test
    void aByteAtTheDistanceIsNotNear() {
        long in = server.open("/f");
        server.pread(in, 0, 10).pread(in, 10 + KIB, 10);
        assertThat(hits(1, Duration.ofSeconds(1))).isZero();
        server.pread(in, 9 + 2 * KIB + 10, 10);
        assertThat(hits(1, Duration.ofSeconds(1))).isEqualTo(1);
    }

    @Test
    void warmReadsHaveAsLongAPastInTheTrace() {
        long in = server.open("/f");
        server.pread(in, 0, 10);
        server.pass(Duration.ofSeconds(5)).pread(in, 0, 10);
        Locality.Point point = point(0, Duration.ofSeconds(8));
        assertThat(point.hits()).isEqualTo(1);
        assertThat(point.warmReads()).isZero();
        Locality.Point shorter = point(0, Duration.ofSeconds(4));
        assertThat(shorter.hits()).isZero();
        assertThat(shorter.warmReads()).isEqualTo(1);
        assertThat(map().covered().get(3)).isEqualTo(10);
    }

    @Test
    void aSeriesIsAsManyReads() {
        long in = server.open("/f");
        server.pread(in, 25, 1).pass(Duration.ofSeconds(3));
        server.readSeries(in, Call.READ, 5, 10);
        assertThat(map().reads()).isEqualTo(6);
        assertThat(hits(0, Duration.ofSeconds(4))).isEqualTo(1);
        assertThat(hits(1, Duration.ofSeconds(2))).isEqualTo(4);
        assertThat(hits(1, Duration.ofSeconds(4))).isEqualTo(5);
    }

    /** Every pair of reads by itself. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void equalsAModelOfPairs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long in = server.open("/f");
        List<long[]> reads = new ArrayList<>();
        long nanos = TestProcess.START_NANOS;
        long[][] expected = new long[LocalityPartial.DISTANCES.length][Recency.COUNT];
        for (int i = 0; i < 500; i++) {
            nanos += random.nextLong(1_000_000_000L << random.nextInt(8));
            long from = random.nextLong(4L << 20);
            long to = from + 1 + random.nextLong(100_000);
            server.at(nanos).pread(in, from, to - from);
            for (int line = 0; line < expected.length; line++) {
                long distance = LocalityPartial.DISTANCES[line];
                for (int at = 0; at < Recency.COUNT; at++) {
                    long now = nanos;
                    long within = Recency.NANOS[at];
                    boolean hit = reads.stream()
                            .anyMatch(read ->
                                    from < read[1] + distance && to > read[0] - distance && now - read[2] <= within);
                    expected[line][at] += hit ? 1 : 0;
                }
            }
            reads.add(new long[] {from, to, nanos});
        }
        Locality.Map map = map();
        for (int line = 0; line < expected.length; line++) {
            assertThat(map.lines().get(line).points().stream().mapToLong(Locality.Point::hits))
                    .as("seed %d, distance %d", seed, LocalityPartial.DISTANCES[line])
                    .containsExactly(Arrays.stream(expected[line]).boxed().toArray(Long[]::new));
        }
    }

    @Test
    void theCaptionOfAShortTraceStatesItsLength() {
        long in = server.open("/f");
        server.pread(in, 0, 10).pass(Duration.ofMinutes(4)).pread(in, 0, 10);
        assertThat(Feed.all(new Assumptions(3, 1 << 20), server.events())
                        .captions()
                        .path("locality")
                        .asText())
                .contains("50% of the reads overlap a read of the last 4 min 00 s (the length of the trace)")
                .contains("of a read of the last minute;");
    }

    private long hits(int line, Duration within) {
        return point(line, within).hits();
    }

    private Locality.Point point(int line, Duration within) {
        return map().lines().get(line).points().get(Recency.atLeast(within.toNanos()));
    }

    private Locality.Map map() {
        return Feed.whole(new LocalityFigure(), new Assumptions(3, 1 << 20), server.events())
                .all();
    }
}
