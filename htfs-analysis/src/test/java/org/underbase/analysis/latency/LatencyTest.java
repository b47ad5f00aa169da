package org.underbase.analysis.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.latency.LatencyFigure.Latencies;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class LatencyTest {
    @Test
    void percentilesByCall() {
        TestProcess server = new TestProcess("n1", "1@0");
        for (int i = 1; i <= 1000; i++) {
            server.taking(Duration.ofMillis(i)).call(Call.PREAD, "/f", 10);
        }
        server.taking(Duration.ofDays(30)).failing("java.io.IOException").call(Call.OPEN, "/f", -1);

        Latencies latencies = Feed.whole(new LatencyFigure(), new Assumptions(3, 1 << 20), server.events());

        assertThat(latencies.byCall()).hasSize(2);
        LatencyFigure.OfCall open = latencies.byCall().get(0);
        assertThat(open.call()).isEqualTo(Call.OPEN);
        assertThat(open.succeeded()).isEqualTo(new LatencyFigure.Percentiles(0, 0, 0, 0, 0));
        assertThat(open.failed().count()).isEqualTo(1);
        assertThat(open.failed().max()).isCloseTo(Duration.ofDays(7).toNanos(), withinPercentage(0.1));
        LatencyFigure.OfCall pread = latencies.byCall().get(1);
        assertThat(pread.count()).isEqualTo(1000);
        assertThat(pread.failed().count()).isZero();
        assertThat(pread.succeeded().p50()).isCloseTo(500_000_000L, withinPercentage(0.2));
        assertThat(pread.succeeded().p90()).isCloseTo(900_000_000L, withinPercentage(0.2));
        assertThat(pread.succeeded().p99()).isCloseTo(990_000_000L, withinPercentage(0.2));
        assertThat(pread.succeeded().max()).isCloseTo(1_000_000_000L, withinPercentage(0.2));
        assertThat(latencies.unknown()).isZero();
    }

    @Test
    void failedCallsAreNotInThePercentilesOfTheOthers() {
        TestProcess server = new TestProcess("n1", "1@0");
        for (int i = 0; i < 10; i++) {
            server.taking(Duration.ofMillis(1)).call(Call.PREAD, "/f", 10);
            server.taking(Duration.ofSeconds(60)).failing("java.io.IOException").call(Call.PREAD, "/f", -1);
        }

        Latencies latencies = Feed.whole(new LatencyFigure(), new Assumptions(3, 1 << 20), server.events());

        LatencyFigure.OfCall pread = latencies.byCall().get(0);
        assertThat(pread.count()).isEqualTo(20);
        assertThat(pread.succeeded().max()).isCloseTo(1_000_000L, withinPercentage(0.2));
        assertThat(pread.failed().p50()).isCloseTo(60_000_000_000L, withinPercentage(0.2));
    }

    @Test
    void callsWithoutAnEventOfTheirOwnAreCounted() {
        TestProcess server = new TestProcess("n1", "1@0");
        server.readSeries(server.open("/f"), Call.READ, 40, 10).lost(Call.Kind.WRITE, 2, 100);

        Latencies latencies = Feed.whole(new LatencyFigure(), new Assumptions(3, 1 << 20), server.events());

        assertThat(latencies.unknown()).isEqualTo(42);
        assertThat(latencies.byCall()).extracting(LatencyFigure.OfCall::call).containsExactly(Call.OPEN);
    }
}
