package org.underbase.analysis.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
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
        Latencies.OfCall open = latencies.byCall().get(0);
        assertThat(open.call()).isEqualTo(Call.OPEN);
        assertThat(open.all().succeeded()).isEqualTo(new Latencies.Percentiles(0, 0, 0, 0, 0));
        assertThat(open.all().failed().count()).isEqualTo(1);
        assertThat(open.all().failed().max()).isCloseTo(Duration.ofDays(7).toNanos(), withinPercentage(0.1));
        Latencies.OfCall pread = latencies.byCall().get(1);
        assertThat(pread.all().count()).isEqualTo(1000);
        assertThat(pread.all().failed().count()).isZero();
        assertThat(pread.all().succeeded().p50()).isCloseTo(500_000_000L, withinPercentage(0.2));
        assertThat(pread.all().succeeded().p90()).isCloseTo(900_000_000L, withinPercentage(0.2));
        assertThat(pread.all().succeeded().p99()).isCloseTo(990_000_000L, withinPercentage(0.2));
        assertThat(pread.all().succeeded().max()).isCloseTo(1_000_000_000L, withinPercentage(0.2));
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

        Latencies.OfCall pread = latencies.byCall().get(0);
        assertThat(pread.all().count()).isEqualTo(20);
        assertThat(pread.all().succeeded().max()).isCloseTo(1_000_000L, withinPercentage(0.2));
        assertThat(pread.all().failed().p50()).isCloseTo(60_000_000_000L, withinPercentage(0.2));
    }

    @Test
    void callsWithoutAnEventOfTheirOwnAreCounted() {
        TestProcess server = new TestProcess("n1", "1@0");
        server.readSeries(server.open("/f"), Call.READ, 40, 10).lost(Call.Kind.WRITE, 2, 100);

        Latencies latencies = Feed.whole(new LatencyFigure(), new Assumptions(3, 1 << 20), server.events());

        assertThat(latencies.unknown()).isEqualTo(42);
        assertThat(latencies.byCall()).extracting(Latencies.OfCall::call).containsExactly(Call.OPEN, Call.READ);
        assertThat(latencies.byCall().get(1).all().count()).isEqualTo(40);
        assertThat(latencies.byCall().get(1).all().succeeded().count()).isZero();
        assertThat(latencies.count()).isEqualTo(41);
    }

    /** Random calls, counted in a map and with their durations in lists. */
    @Test
    void countsFailuresAndLatenciesByCallAndActivity() {
        SplittableRandom random = new SplittableRandom(4);
        TestProcess server = new TestProcess("n1", "1@0");
        Map<String, List<Long>> durations = new TreeMap<>();
        Call[] calls = {Call.PREAD, Call.OPEN, Call.DELETE};
        Activity[] activities = Activity.values();
        for (int i = 0; i < 3000; i++) {
            Call call = calls[random.nextInt(calls.length)];
            Activity activity = activities[random.nextInt(activities.length)];
            boolean fails = random.nextInt(10) == 0;
            long nanos = 1 + random.nextLong(1_000_000_000);
            server.taking(Duration.ofNanos(nanos)).doing(activity).failing(fails ? "java.io.IOException" : "");
            server.call(call, "/f", 1);
            durations
                    .computeIfAbsent(call + " " + activity + " " + fails, key -> new ArrayList<>())
                    .add(nanos);
        }

        Latencies latencies = Feed.cut(new LatencyFigure(), new Assumptions(3, 1 << 20), server.events(), 7, random);

        assertThat(latencies.count()).isEqualTo(3000);
        for (Latencies.OfCall of : latencies.byCall()) {
            assertThat(of.byActivity().stream()
                            .mapToLong(part -> part.outcomes().count()))
                    .hasSize(activities.length)
                    .satisfies(counts -> assertThat(
                                    counts.stream().mapToLong(Long::longValue).sum())
                            .isEqualTo(of.all().count()));
            for (Latencies.OfActivity part : of.byActivity()) {
                String key = of.call() + " " + part.activity() + " ";
                matches(part.outcomes().succeeded(), durations.remove(key + false));
                matches(part.outcomes().failed(), durations.remove(key + true));
            }
        }
        assertThat(durations).isEmpty();
    }

    private static void matches(Latencies.Percentiles of, List<Long> nanos) {
        nanos.sort(Comparator.naturalOrder());
        assertThat(of.count()).isEqualTo(nanos.size());
        assertThat(of.p50()).isCloseTo(nanos.get((nanos.size() + 1) / 2 - 1), withinPercentage(0.2));
        assertThat(of.max()).isCloseTo(nanos.get(nanos.size() - 1), withinPercentage(0.2));
    }
}
