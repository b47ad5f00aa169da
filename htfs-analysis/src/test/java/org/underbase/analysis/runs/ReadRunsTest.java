package org.underbase.analysis.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

class ReadRunsTest {
    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void consecutiveReadsAreOneRun() {
        long in = server.open("/f");
        server.read(in, 100).read(in, 50).pread(in, 150, 50);
        assertRuns(1, 200);
    }

    @Test
    void aJumpStartsARun() {
        long in = server.open("/f");
        server.read(in, 100).seek(in, 101).read(in, 10).seek(in, 0).read(in, 100);
        assertRuns(3, 210);
        assertThat(result().all().p50ByRuns()).isEqualTo(100);
    }

    @Test
    void aSeekToTheCurrentPositionContinuesTheRun() {
        long in = server.open("/f");
        server.read(in, 100).seek(in, 100).read(in, 10);
        assertRuns(1, 110);
    }

    @Test
    void threadsOfOneStreamHaveSeparateRuns() {
        long in = server.open("/f");
        server.in("a").pread(in, 0, 10).in("b").pread(in, 1000, 10);
        server.in("a").pread(in, 10, 10).in("b").pread(in, 1010, 10);
        assertRuns(2, 40);
        server.in("c").pread(in, 1020, 10);
        assertRuns(3, 50);
    }

    @Test
    void closeEndsRunsAndTheEndOfTheFileDoesNot() {
        long in = server.open("/f");
        server.pread(in, 0, 10);
        server.call(Call.READ, "/f", -1);
        server.pread(in, 10, 10);
        assertRuns(1, 20);
        server.closeInput(in);
        server.pread(in, 20, 10);
        assertRuns(2, 30);
    }

    @Test
    void aRunHasTheActivityOfItsFirstRead() {
        long in = server.open("/f");
        server.doing(Activity.READ).pread(in, 0, 10).doing(Activity.OTHER).pread(in, 10, 10);
        assertThat(result().byActivity()).singleElement().satisfies(of -> {
            assertThat(of.activity()).isEqualTo(Activity.READ);
            assertThat(of.runs().bytes()).isEqualTo(20);
        });
    }

    @Test
    void fractionsByRunsAndByBytes() {
        long in = server.open("/f");
        for (int i = 0; i < 9; i++) {
            server.pread(in, i * 1000L, 100);
        }
        server.pread(in, 100_000, 900);
        ReadRuns.Runs all = result().all();
        assertThat(all.byRuns().shareAtMost(100)).isEqualTo(0.9);
        assertThat(all.byBytes().shareAtMost(100)).isEqualTo(0.5);
        assertThat(all.byRuns().points()).last().extracting(Cdf.Point::share).isEqualTo(1.0);
    }

    /** The paper's quantiles are of the bytes read: many short runs do not hide the long ones. */
    @Test
    void quantilesAreByBytesAndSecondByRuns() {
        long in = server.open("/f");
        for (int i = 0; i < 96; i++) {
            server.pread(in, i * 1000L, 100);
        }
        server.pread(in, 100_000, 1_200).pread(in, 200_000, 9_200);
        ReadRuns.Runs all = result().all();
        assertThat(all.bytes()).isEqualTo(20_000);
        assertThat(all.p50()).isEqualTo(1_200);
        assertThat(all.p80()).isBetween(9_200L, 9_207L);
        assertThat(all.p50ByRuns()).isEqualTo(100);
        assertThat(all.p80ByRuns()).isEqualTo(100);
        assertThat(all.byBytes().shareAtMost(100)).isEqualTo(0.48);
        assertThat(TestAnalysis.of(server.events())
                        .figures()
                        .captions()
                        .get("readRuns")
                        .asText())
                .contains(
                        "bytes read are in sequential runs of at most 1.2 KiB, four in five in runs of at most 9.0 KiB")
                .contains("Half of the 98 runs are at most 100 B long");
    }

    private void assertRuns(long runs, long bytes) {
        ReadRuns.Runs all = result().all();
        assertThat(all.runs()).isEqualTo(runs);
        assertThat(all.bytes()).isEqualTo(bytes);
    }

    private ReadRuns result() {
        return Feed.whole(new RunsFigure(), new Assumptions(3, 1 << 20), server.events());
    }
}
