package org.underbase.analysis.actors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class ActorsTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);

    @Test
    void eachListContainsEachByteOnce() {
        SplittableRandom random = new SplittableRandom(2);
        List<TestEvent> events = SyntheticHBase.events(2, 3, 20);

        Actors actors = Feed.cut(new ActorsFigure(), ASSUMPTIONS, events, 9, random);

        assertThat(map(actors.hosts()))
                .isEqualTo(naive(events, TestEvent::host))
                .hasSize(3);
        assertThat(map(actors.threads()))
                .isEqualTo(naive(events, TestEvent::thread))
                .hasSizeGreaterThan(5);
        assertThat(map(actors.users()))
                .isEqualTo(naive(events, TestEvent::user))
                .containsOnlyKeys("hbase");
        assertThat(actors.hosts()).isSortedAccordingTo(Actors.OfName.ORDER);
    }

    private static Map<String, List<Long>> naive(List<TestEvent> events, Function<TestEvent, String> name) {
        Map<String, List<Long>> sums = new TreeMap<>();
        for (TestEvent event : events) {
            int column = event.call().kind() == Call.Kind.READ ? 0 : 1;
            if ((column == 0 || event.call().kind() == Call.Kind.WRITE) && event.result() > 0) {
                List<Long> sum = sums.computeIfAbsent(name.apply(event), key -> new ArrayList<>(List.of(0L, 0L)));
                sum.set(column, sum.get(column) + event.result());
            }
        }
        return sums;
    }

    private static Map<String, List<Long>> map(List<Actors.OfName> names) {
        Map<String, List<Long>> map = new TreeMap<>();
        names.forEach(of -> map.put(of.name(), List.of(of.read(), of.written())));
        return map;
    }

    @Test
    void threadsOfAPoolAreOneGroup() {
        TestProcess server = new TestProcess("n1", "1@0");
        long in = server.open("/f");
        server.in("handler-1").pread(in, 0, 10);
        server.in("handler-23").pread(in, 0, 5);
        server.in("flusher").append("/f", 0, 7);

        Actors actors = Feed.whole(new ActorsFigure(), ASSUMPTIONS, server.events());

        assertThat(actors.threadGroups())
                .containsExactly(new Actors.OfName("handler-#", 15, 0), new Actors.OfName("flusher", 0, 7));
    }

    @Test
    void lostBytesCountAndEachRecordedFileStandsForOthers() {
        TestProcess server = new TestProcess("n1", "1@0");
        server.sampled(1L << 31).pread(server.open("/f"), 0, 10);
        server.lost(Call.Kind.WRITE, 3, 100).compacted("/g", 4, 2).lost(Call.Kind.META, 1, 7);

        Actors actors = Feed.whole(new ActorsFigure(), ASSUMPTIONS, server.events());

        assertThat(actors.hosts()).containsExactly(new Actors.OfName("n1", 20, 208));
    }
}
