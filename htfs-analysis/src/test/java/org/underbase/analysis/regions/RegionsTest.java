package org.underbase.analysis.regions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.HBasePath;

class RegionsTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(2, 1 << 20);
    private static final String TABLE = "/hbase/data/default/t/";
    private static final String A = "0123456789abcdef0123456789abcde0";
    private static final String B = "0123456789abcdef0123456789abcde1";

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void sumsAreThoseOfTheRegionsInThePaths() {
        List<TestEvent> events = SyntheticHBase.events(6, 3, 40);
        Map<String, Map<String, Long>> sums = new TreeMap<>();
        for (TestEvent event : events) {
            boolean writes = event.call().kind() == Call.Kind.WRITE;
            if (writes || event.call().kind() == Call.Kind.READ) {
                Map<String, Long> of =
                        sums.computeIfAbsent(HBasePath.of(event.path()).region(), region -> new HashMap<>());
                of.merge(writes ? "written" : "read", event.result(), Long::sum);
                if (writes) {
                    of.merge(event.activity().label(), event.result(), Long::sum);
                }
            }
        }

        Regions regions = Feed.cut(new RegionsFigure(), ASSUMPTIONS, events, 8, new SplittableRandom(6));

        assertThat(regions.byRegion()).hasSize(3).isSortedAccordingTo(Regions.OfRegion.ORDER);
        regions.byRegion()
                .forEach(of -> check(of.sums(), sums.remove(of.region().name())));
        check(regions.outside(), sums.remove(""));
        assertThat(sums).isEmpty();
    }

    private static void check(Regions.Sums of, Map<String, Long> sums) {
        assertThat(of.read()).isEqualTo(sums.getOrDefault("read", 0L));
        assertThat(of.written()).isEqualTo(sums.getOrDefault("written", 0L));
        assertThat(of.flushed()).isEqualTo(sums.getOrDefault("flush", 0L));
        // The synthetic trace creates each file with three replicas.
        assertThat(of.physical().flush()).isEqualTo(3 * sums.getOrDefault("flush", 0L));
        assertThat(of.physical().compaction()).isEqualTo(3 * sums.getOrDefault("compaction", 0L));
        assertThat(of.physical().logging()).isEqualTo(3 * sums.getOrDefault("logging", 0L));
    }

    @Test
    void sharesOfTheTopAreByTheOrderOfEachNumber() {
        server.doing(Activity.FLUSH).append(TABLE + A + "/f/1", 0, 100);
        server.doing(Activity.READ).pread(server.open(TABLE + B + "/f/2"), 0, 30);
        server.pread(server.open(TABLE + B + "/f/2"), 0, 30).pread(server.open(TABLE + A + "/f/1"), 0, 20);

        Regions regions = Feed.whole(new RegionsFigure(), ASSUMPTIONS, server.events());

        assertThat(regions.shareOfTop(1, Regions.Sums::read).orElseThrow()).isEqualTo(0.75);
        assertThat(regions.shareOfTop(1, Regions.Sums::written).orElseThrow()).isEqualTo(1);
        assertThat(regions.shareOfTop(1, Regions.Sums::data).orElseThrow()).isEqualTo(100.0 / 130);
        assertThat(regions.shareOfTop(10, Regions.Sums::data).orElseThrow()).isEqualTo(1);
    }

    @Test
    void amplificationContainsReplicasAndLogs() {
        server.doing(Activity.LOGGING).write(server.createWal("/hbase/WALs/s/w", 3), 50);
        server.doing(Activity.FLUSH).append(TABLE + A + "/f/1", 0, 10);
        server.doing(Activity.COMPACTION).write(server.create(TABLE + A + "/f/2", 1), 20);

        Regions regions = Feed.whole(new RegionsFigure(), ASSUMPTIONS, server.events());

        assertThat(regions.byRegion()).singleElement().satisfies(of -> {
            assertThat(of.region()).isEqualTo(new Region("t", A));
            assertThat(of.sums().physical()).isEqualTo(new Regions.Physical(0, 20, 20, 0));
            assertThat(of.sums().amplification().orElseThrow()).isEqualTo(4);
        });
        assertThat(regions.all().amplification().orElseThrow()).isEqualTo(19);
        assertThat(regions.outside().amplification()).isEmpty();
    }
}
