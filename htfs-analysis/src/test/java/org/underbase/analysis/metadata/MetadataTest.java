package org.underbase.analysis.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class MetadataTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);
    private static final Set<Call> SERVED = Set.of(
            Call.OPEN, Call.CREATE, Call.WAL_OPEN, Call.CLOSE_OUTPUT, Call.RENAME, Call.DELETE, Call.GET_FILE_STATUS);

    @Test
    void countsTheCallsOfEachHost() {
        List<TestEvent> events = SyntheticHBase.events(3, 3, 30);

        MetadataLoad load = Feed.cut(new MetadataFigure(), ASSUMPTIONS, events, 5, new SplittableRandom(3));

        assertThat(load.hosts()).extracting(MetadataLoad.Load::name).containsExactlyInAnyOrder("m0", "n0", "n1", "n2");
        for (MetadataLoad.Load of : load.hosts()) {
            List<TestEvent> own = events.stream()
                    .filter(event -> event.host().equals(of.name()))
                    .toList();
            assertThat(of.calls())
                    .isEqualTo(own.stream()
                            .filter(event -> SERVED.contains(event.call()))
                            .count());
            assertThat(of.opens())
                    .isEqualTo(own.stream()
                            .filter(event -> event.call().kind() == Call.Kind.OPEN)
                            .count());
            assertThat(of.bytes())
                    .isEqualTo(own.stream()
                            .filter(event -> event.call().kind() == Call.Kind.READ
                                    || event.call().kind() == Call.Kind.WRITE)
                            .mapToLong(event -> Math.max(0, event.result()))
                            .sum());
        }
        assertThat(load.users()).singleElement().satisfies(user -> {
            assertThat(user.name()).isEqualTo("hbase");
            assertThat(user.calls()).isEqualTo(load.all().calls());
        });
        assertThat(load.fileBytes()).isEqualTo(load.all().bytes());
    }

    @Test
    void ratesAreThoseOfTheWholeTrace() {
        TestProcess client = new TestProcess("n1", "1@0");
        long in = client.open("/f");
        client.pread(in, 0, 3 << 20).closeInput(in);
        long out = client.at(TestProcess.START_NANOS + 4_000_000_000L).create("/g", 3);
        client.write(out, 1 << 20).closeOutput(out);
        client.call(Call.CLOSE_FILE_SYSTEM, "", 0).call(Call.SET_VERIFY_CHECKSUM, "", 0);
        client.compacted("/h", 4 << 20, 3).lost(Call.Kind.META, 5, 0).bulkDeleted("/f", 0);

        MetadataLoad load = Feed.whole(new MetadataFigure(), ASSUMPTIONS, client.events());

        assertThat(load.all().calls()).isEqualTo(3);
        assertThat(load.perSecond().orElseThrow()).isEqualTo(0.75);
        assertThat(load.all().perGib().orElseThrow()).isEqualTo(3 * 128.0);
        assertThat(load.all().bytesPerOpen().orElseThrow()).isEqualTo(4 << 20);
        assertThat(load.files()).isEqualTo(3);
    }
}
