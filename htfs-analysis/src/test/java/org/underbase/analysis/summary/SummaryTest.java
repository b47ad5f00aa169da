package org.underbase.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class SummaryTest {
    @Test
    void countsSpansAndFailures() {
        TestProcess b = new TestProcess("b", "1@0");
        TestProcess a = new TestProcess("a", "1@0");
        long in = b.open("/f");
        b.read(in, 10).pass(Duration.ofSeconds(1)).taking(Duration.ofSeconds(2));
        b.failing("java.io.EOFException").read(in, 10);
        a.failing("java.io.EOFException").read(a.open("/f"), 1);
        a.write(a.create("/g", 3), 7);
        b.events().addAll(a.events());

        Summary summary = Feed.whole(new SummaryFigure(), new Assumptions(3, 1 << 20), b.events());

        assertThat(summary.events()).isEqualTo(7);
        assertThat(summary.read()).isEqualTo(11);
        assertThat(summary.written()).isEqualTo(7);
        assertThat(summary.firstNanos()).isEqualTo(TestProcess.START_NANOS);
        assertThat(summary.spanNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
        assertThat(summary.hosts()).containsExactly("a", "b");
        assertThat(summary.processes())
                .extracting(SummaryFigure.OfProcess::process)
                .containsExactly(new ProcessKey("a", "1@0"), new ProcessKey("b", "1@0"));
        assertThat(summary.failures())
                .contains(new SummaryFigure.Failures(new SummaryFigure.Failure(Call.READ, "java.io.EOFException"), 1));
    }

    @Test
    void aSeriesCountsAsItsCallsAndLostCallsDoNot() {
        TestProcess server = new TestProcess("n1", "1@0");
        server.readSeries(server.open("/f"), Call.READ, 40, 10).lost(Call.Kind.READ, 2, 100);

        Summary summary = Feed.whole(new SummaryFigure(), new Assumptions(3, 1 << 20), server.events());

        assertThat(summary.events()).isEqualTo(41);
        assertThat(summary.read()).isEqualTo(400);
    }

    @Test
    void anEmptyTraceHasZeroCounts() {
        Summary summary =
                Feed.whole(new SummaryFigure(), new Assumptions(3, 1 << 20), new TestProcess("a", "1@0").events());
        assertThat(summary.events()).isZero();
        assertThat(summary.spanNanos()).isZero();
    }
}
