package org.underbase.analysis.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

class HeatTest {
    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void bytesByTheNumberOfTheirReads() {
        long in = server.open("/f");
        server.pread(in, 0, 100).pread(in, 50, 100);
        for (int i = 0; i < 64; i++) {
            server.pread(in, 140, 10);
        }
        Heat heat = result();
        assertThat(heat.all())
                .extracting(Heat.OfClass::label)
                .containsExactly("1", "2-3", "4-7", "8-15", "16-31", "32-63", ">=64");
        assertThat(heat.all()).extracting(Heat.OfClass::bytes).containsExactly(90L, 50L, 0L, 0L, 0L, 0L, 10L);
        assertThat(heat.all()).extracting(Heat.OfClass::readBytes).containsExactly(90L, 100L, 0L, 0L, 0L, 0L, 650L);
        assertThat(heat.bytes()).isEqualTo(150);
        assertThat(heat.readBytes()).isEqualTo(200 + 640);
    }

    @Test
    void processesReadTheSameFile() {
        server.pread(server.open("/f"), 0, 10);
        TestProcess other = new TestProcess("n2", "1@0");
        other.pread(other.open("/f"), 5, 10);
        server.events().addAll(other.events());
        assertThat(result().all()).extracting(Heat.OfClass::bytes).startsWith(10L, 5L);
    }

    @Test
    void foregroundReadsOfUserTablesAreApart() {
        server.doing(Activity.COMPACTION).pread(server.open("/f"), 0, 10);
        server.doing(Activity.READ).pread(server.open("/f"), 0, 4);
        assertThat(result().core()).extracting(Heat.OfClass::bytes).startsWith(4L, 0L);
        assertThat(result().all()).extracting(Heat.OfClass::bytes).startsWith(6L, 4L);
    }

    @Test
    void aTruncatedByteIsAnotherOneThanItsSuccessor() {
        long in = server.open("/f");
        server.pread(in, 0, 10).truncate("/f", 4).append("/f", 4, 6).pread(in, 0, 10);
        assertThat(result().all()).extracting(Heat.OfClass::bytes).startsWith(12L, 4L);
    }

    @Test
    void anUnknownOffsetIsThePositionOfTheStream() {
        long in = server.open("/f");
        server.readSomewhere(in, 7);
        server.pread(in, 100, 10).readSomewhere(in, 5);
        server.pread(in, 110, 5);
        Heat heat = result();
        assertThat(heat.unplacedBytes()).isEqualTo(7);
        assertThat(heat.all()).extracting(Heat.OfClass::bytes).startsWith(10L, 5L);
    }

    @Test
    void aSeriesReadsEachByteOnce() {
        server.readSeries(server.open("/f"), Call.READ, 5, 10);
        assertThat(result().all()).extracting(Heat.OfClass::bytes).startsWith(50L, 0L);
    }

    private Heat result() {
        return Feed.whole(new HeatFigure(), new Assumptions(3, 1 << 20), server.events());
    }
}
