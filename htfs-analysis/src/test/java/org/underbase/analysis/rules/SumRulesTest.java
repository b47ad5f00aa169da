package org.underbase.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.bytype.ByType;
import org.underbase.analysis.heat.Heat;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

class SumRulesTest {
    private static final String REGION = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef/";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void holdForASyntheticTrace(long seed) {
        AnalysisResult result = TestAnalysis.of(SyntheticHBase.events(seed, 3, 50));
        assertThat(result.sumRules()).hasSize(15).as("seed %d", seed).allMatch(SumRules.Rule::holds);
    }

    @Test
    void holdForLostTruncatedAndUnplacedBytes() {
        TestProcess server = new TestProcess("n1", "1@0");
        long out = server.create("/f", 3);
        long in = server.write(out, 100).open("/f");
        server.readSomewhere(in, 9)
                .pread(in, 0, 50)
                .truncate("/f", 20)
                .append("/f", 20, 5)
                .pread(in, 0, 25);
        server.compacted("/g", 10, 2).lost(Call.Kind.READ, 1, 100);
        assertThat(TestAnalysis.of(server.events()).sumRules()).allMatch(SumRules.Rule::holds);
    }

    @Test
    void aSampledTraceHasNoRuleOfItsEstimates() {
        AnalysisResult result = TestAnalysis.sampled(SyntheticHBase.events(1, 1, 5), 0.5);
        assertThat(result.sumRules()).hasSize(12).allMatch(SumRules.Rule::holds);
    }

    /**
     * A trace with the proportions of the paper, 1 GB of it one byte, has the values that the paper states and those that
     * follow from them; the tolerances are those of the paper's rounding.
     */
    @Test
    void thePapersProportionsGiveThePapersValues() {
        AnalysisResult result = TestAnalysis.of(paper());
        Layers layers = result.figures().get(Layers.class);
        assertThat(layers.hdfs().readPercent()).isCloseTo(79, within(0.5));
        assertThat(layers.core().readPercent()).isCloseTo(99, within(0.5));
        assertThat(layers.local().readPercent()).isCloseTo(55, within(1.0));
        assertThat(layers.logPerFlush().orElseThrow()).isCloseTo(10, within(0.1));
        assertThat(layers.compactionPerFlush().orElseThrow()).isCloseTo(17, within(0.1));
        double written = layers.hdfs().written();
        assertThat(layers.of(Activity.FLUSH).written() / written).isCloseTo(0.036, within(0.001));
        assertThat(layers.of(Activity.LOGGING).written() / written).isCloseTo(0.357, within(0.005));
        assertThat(layers.of(Activity.COMPACTION).written() / written).isCloseTo(0.607, within(0.005));
        double outside = layers.hdfs().read() - layers.core().read();
        assertThat(outside / layers.of(Activity.COMPACTION).written()).isCloseTo(1.06, within(0.08));

        Heat heat = result.figures().get(Heat.class);
        assertThat(100.0 * heat.all().get(0).bytes() / heat.bytes()).isCloseTo(73.7, within(0.5));
        assertThat(100.0 * heat.all().get(0).readBytes() / heat.readBytes()).isCloseTo(19, within(0.5));
        assertThat((double) heat.readBytes() / heat.bytes()).isCloseTo(3.88, within(0.05));
        ByType.OfType all = result.figures().get(ByType.class).all();
        assertThat(all.data().total()).isCloseTo(26_500, within(300L));
        assertThat(all.data().both()).isCloseTo(2_900, within(100L));
        assertThat(all.ioPerByte().orElseThrow()).isCloseTo(2.68, within(0.05));
        assertThat(result.sumRules()).allMatch(SumRules.Rule::holds);
    }

    /** Writes 532 : 5,320 : 9,044 by flush, log and compaction; reads 14,500 bytes 56,100 times, 2,900 of them written. */
    private static List<TestEvent> paper() {
        TestProcess server = new TestProcess("n1", "1@0");
        server.doing(Activity.FLUSH).write(server.create(REGION + "a/flushed", 3), 532);
        server.doing(Activity.LOGGING).write(server.create("/hbase/WALs/s/log", 3), 5_320);
        server.doing(Activity.COMPACTION).write(server.create(REGION + "a/compacted", 3), 9_044);
        long compacted = server.open(REGION + "a/compacted");
        long old = server.open(REGION + "a/old");
        // 10,687 bytes are read once: 9,600 of them, and 2,900 of them written, by compactions.
        server.pread(compacted, 0, 2_900).pread(old, 0, 6_700);
        server.doing(Activity.READ).pread(old, 6_700, 1_087);
        // 3,813 bytes are read by requests, 160 of them at least 64 times.
        for (int i = 0; i < 9; i++) {
            server.pread(old, 7_787, 3_653);
        }
        for (int i = 0; i < 78; i++) {
            server.pread(old, 11_440, 160);
        }
        return server.events();
    }
}
