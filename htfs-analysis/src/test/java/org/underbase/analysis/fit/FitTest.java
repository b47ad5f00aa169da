package org.underbase.analysis.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.report.FitTable;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

class FitTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);
    private static final String TABLE = "/hbase/data/default/messages/0123456789abcdef0123456789abcde";
    private static final int BLOCK = 64 << 10;

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void exponentIsThatOfTheReads() {
        // Block i of 300, in an order that hides the ranks, is read 3000 / i^0.9 times; the blocks are those of four
        // regions.
        server.doing(Activity.READ);
        for (int region = 0; region < 4; region++) {
            long in = server.open(TABLE + region + "/Keywords/f");
            for (int i = 1 + region; i <= 300; i += 4) {
                for (long read = Math.round(3000 / Math.pow(i, 0.9)); read > 0; read--) {
                    server.pread(in, (long) (i * 77 % 307) * BLOCK, BLOCK);
                }
            }
        }

        WorkloadFit fit = Feed.whole(new FitFigure(), ASSUMPTIONS, server.events());

        assertThat(fit.byBlock().orElseThrow().exponent()).isCloseTo(0.9, within(0.02));
        assertThat(fit.byBlock().orElseThrow().residual()).isLessThan(0.1);
        assertThat(fit.byRegion().orElseThrow().points()).hasSize(4);
        assertThat(fit.regions()).isEqualTo(4);
        assertThat(fit.families()).singleElement().satisfies(family -> {
            assertThat(family.label()).isEqualTo("Keywords");
            assertThat(family.reads()).isEqualTo(server.events().size() - 4);
            assertThat((double) family.readSizes().p50()).isCloseTo(BLOCK, within(0.02 * BLOCK));
        });
    }

    @Test
    void sumsAreThoseOfTheEvents() {
        List<TestEvent> events = SyntheticHBase.events(8, 3, 40);
        Map<String, Long> reads = new TreeMap<>();
        Map<String, Long> flushed = new TreeMap<>();
        Map<Long, Long> pending = new HashMap<>();
        long logged = 0;
        long syncs = 0;
        for (TestEvent event : events) {
            String family = event.path().replaceAll(".*/([A-Za-z]+)/[^/]*", "$1");
            if (event.call().kind() == Call.Kind.READ && event.activity() == Activity.READ) {
                reads.merge(family, 1L, Long::sum);
            } else if (event.call().kind() == Call.Kind.WRITE && event.activity() == Activity.FLUSH) {
                flushed.merge(family, event.result(), Long::sum);
            } else if (event.call() == Call.WAL_WRITE) {
                logged += event.result();
                pending.put(event.fileId(), event.result());
            } else if (event.call() == Call.WAL_SYNC && pending.remove(event.fileId()) != null) {
                syncs++;
            }
        }

        WorkloadFit fit = Feed.cut(new FitFigure(), ASSUMPTIONS, events, 8, new SplittableRandom(8));

        Map<String, Long> fitReads = new TreeMap<>();
        Map<String, Long> fitFlushed = new TreeMap<>();
        for (WorkloadFit.Family family : fit.families()) {
            fitReads.put(family.label(), family.reads());
            fitFlushed.put(family.label(), family.flushed());
        }
        assertThat(fitReads).isEqualTo(reads);
        assertThat(fitFlushed).isEqualTo(flushed);
        assertThat(fit.log().bytes()).isEqualTo(logged);
        assertThat(fit.log().syncs()).isEqualTo(syncs);
    }

    @Test
    void flushesOfRegionsAndInputsOfCompactions() {
        server.doing(Activity.LOGGING).write(server.createWal("/hbase/WALs/s/w", 3), 12 << 20);
        server.doing(Activity.FLUSH);
        for (int file = 0; file < 3; file++) {
            server.write(server.create(TABLE + "0/Keywords/k" + file, 3), 1 << 20);
        }
        server.write(server.create(TABLE + "0/Actions/a", 3), 3 << 20);
        server.doing(Activity.COMPACTION);
        for (int file = 0; file < 3; file++) {
            server.pread(server.open(TABLE + "0/Keywords/k" + file), 1 << 19, 1 << 19);
        }
        server.write(server.create(TABLE + "0/Keywords/k3", 3), 3 << 20);
        // The check of the output.
        server.pread(server.open(TABLE + "0/Keywords/k3"), (3 << 20) - 100, 100);

        WorkloadFit fit = Feed.whole(new FitFigure(), ASSUMPTIONS, server.events());

        assertThat(fit.flushes().count()).isEqualTo(3);
        assertThat(fit.flushes().logged().orElseThrow()).isEqualTo(4 << 20);
        assertThat(fit.flushes().flushed().orElseThrow()).isEqualTo(2 << 20);
        assertThat(fit.inputsPerCompaction().orElseThrow()).isEqualTo(3);
        assertThat(new MessagesOptions(fit).command())
                .isEqualTo("./underbase workload messages load --regions 1 --flush-size 4m --compaction-min-files 3");
    }

    @Test
    void controlCharactersOfNamesAreEscaped() {
        server.doing(Activity.READ).pread(server.open(TABLE + "0/c\u001b[31m\n\u0000f/f"), 0, 500);

        Figures figures = Feed.run(
                AllFigures.of(new FitFigure()), Settings.of(ASSUMPTIONS), 1, Feed.sources(server.events(), 10));

        assertThat(FitTable.render(figures))
                .contains("\nc\\u001b[31m\\u000a\\u0000f ", "500 B")
                .doesNotContain("\u001b", "\u0000");
        assertThat(figures.csv().get("family-sizes"))
                .contains("\nread p50,c\\u001b[31m\\u000a\\u0000f,family,500,bytes\n")
                .doesNotContain("\u001b", "\u0000");
    }

    @Test
    void textNamesOtherFamiliesAndStatesWhatIsUnknown() {
        server.doing(Activity.READ).pread(server.open(TABLE + "0/cf/f"), 0, 10);

        String text = FitTable.render(Feed.run(
                AllFigures.of(new FitFigure()), Settings.of(ASSUMPTIONS), 1, Feed.sources(server.events(), 10)));

        assertThat(text).contains("--regions", "families cf, which the workload lacks", "(--mix)");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
    }
}
