package org.underbase.analysis.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;

class TimelineTest {
    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void bytesFallIntoTheBinOfTheirStart() {
        server.doing(Activity.READ);
        long in = server.open("/f");
        server.read(in, 1)
                .pass(Duration.ofMillis(99))
                .read(in, 2)
                .pass(Duration.ofMillis(1))
                .read(in, 4)
                .compacted("/g", 8, 3);
        Timeline timeline = Feed.whole(new TimelineFigure(240), new Assumptions(3, 1 << 20), server.events());
        assertThat(timeline.startNanos()).isEqualTo(TestProcess.START_NANOS);
        assertThat(timeline.widthNanos()).isEqualTo(Duration.ofMillis(100).toNanos());
        assertThat(timeline.bins()).isEqualTo(2);
        assertThat(timeline.byActivity())
                .filteredOn(of -> of.activity() == Activity.READ)
                .singleElement()
                .satisfies(of -> {
                    assertThat(of.read()).isEqualTo(List.of(3L, 4L));
                    assertThat(of.written()).isEqualTo(List.of(0L, 8L));
                });
    }

    @Test
    void aLongTraceHasWideBinsAndAllBytes() {
        server.doing(Activity.LOGGING);
        long out = server.create("/f", 3);
        for (int hour = 0; hour < 200; hour++) {
            server.write(out, 10).pass(Duration.ofHours(1));
        }
        Timeline timeline = Feed.whole(new TimelineFigure(240), new Assumptions(3, 1 << 20), server.events());
        assertThat(timeline.bins()).isBetween(100, 240);
        assertThat(timeline.widthNanos() * timeline.bins())
                .isBetween(
                        Duration.ofHours(199).toNanos(), Duration.ofHours(240).toNanos());
        assertThat(timeline.byActivity().stream()
                        .flatMap(of -> of.written().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(2000);
    }

    @Test
    void eventsInReverseOrderGiveTheSameResult() {
        server.doing(Activity.LOGGING);
        long out = server.create("/f", 3);
        for (int i = 0; i < 500; i++) {
            server.at(TestProcess.START_NANOS + i * 7_000_000_000L).write(out, i);
        }
        Timeline forwards = Feed.whole(new TimelineFigure(100), new Assumptions(3, 1 << 20), server.events());
        Collections.reverse(server.events());
        assertThat(Feed.whole(new TimelineFigure(100), new Assumptions(3, 1 << 20), server.events()))
                .isEqualTo(forwards);
    }

    @Test
    void noBytesGiveNoBins() {
        assertThat(Feed.whole(new TimelineFigure(100), new Assumptions(3, 1 << 20), server.events())
                        .bins())
                .isZero();
    }
}
