package org.underbase.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the text, Markdown and JSON of a report. */
class ReportTest {
    private final Setting setting = new Setting(Map.of("cores", "2"));
    private final Report report = new Report(
            "peer",
            List.of(
                    new Series.Compared("read", "MB/s", List.of(new Pair(99, 100), new Pair(50, 40))),
                    new Series.Measured("event", "ns", List.of(61.5, 60.0, 99.0))),
            List.of(
                    new Metric("ns_per_event", 61.5, 1, new Target.AtMost(100)),
                    new Metric("ratio_read", 0.98, 3, new Target.AtLeast(0.99)),
                    Metric.unmeasured("ratio_write", 3, new Target.AtLeast(0.99)),
                    new Metric("text_ns", 1234.5678, 1, new Target.None())),
            List.of(new Published("read", "1.326"), new Published("event", "below 60")),
            List.of("measured once"));

    @Test
    void publishedValuesAreBesideTheMediansAndRatios() {
        assertThat(ReportText.plain(report).replaceAll(" +", " "))
                .contains("quantity n measured min..max published\n")
                .contains("read 2 1.120 0.990..1.250 1.326\n")
                .contains("event 3 61.50 60.00..99.00 below 60\n");
        assertThat(ReportText.markdown(report, "command", setting))
                .contains("## Published values\n")
                .contains("| read | 2 | 1.120 | 0.990..1.250 | 1.326 |\n");
    }

    @Test
    void lastLineIsMachineReadable() {
        assertThat(ReportText.plain(report).lines())
                .last()
                .isEqualTo("bench peer: ns_per_event=61.5 ratio_read=0.980 ratio_write=- text_ns=1234.6");
    }

    @Test
    void textContainsMediansRangesRatiosRawRunsAndVerdicts() {
        String text = ReportText.plain(report).replaceAll(" +", " ");
        assertThat(text)
                .contains("read MB/s 2 74.50 50.00..99.00 70.00 40.00..100.0 1.1200 0.990..1.250")
                .contains("event ns 3 61.50 60.00..99.00")
                .contains("read (underbase/stock) 99.00/100.0 50.00/40.00")
                .contains("ns_per_event 61.5 <= 100 met")
                .contains("ratio_read 0.980 >= 0.99 missed")
                .contains("ratio_write - >= 0.99\n")
                .contains("note: measured once");
    }

    @Test
    void verdictComparesThePrintedDigits() {
        assertThat(new Metric("r", 0.98996, 3, new Target.AtLeast(0.99)).verdict())
                .isEqualTo("met");
        assertThat(new Metric("r", 0.98996, 4, new Target.AtLeast(0.9899)).text())
                .isEqualTo("0.9900");
    }

    @Test
    void yesIsMetAndNoIsMissed() {
        Metric yes = new Metric("equal", 1, 0, new Target.Yes());
        Metric no = new Metric("equal", 0, 0, new Target.Yes());
        assertThat(List.of(yes.text(), yes.verdict())).containsExactly("yes", "met");
        assertThat(List.of(no.text(), no.verdict())).containsExactly("no", "missed");
    }

    @Test
    void keyWithABlankIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Metric("two words", 1, 1, new Target.None()));
    }

    @Test
    void jsonContainsEveryRun() throws Exception {
        JsonNode json = new ObjectMapper().readTree(ReportJson.of(report, setting));
        assertThat(json.at("/metrics/ns_per_event").asDouble()).isEqualTo(61.5);
        assertThat(json.at("/metrics/ratio_write").isNull()).isTrue();
        assertThat(json.at("/series/0/underbase/1").asDouble()).isEqualTo(50);
        assertThat(json.at("/series/0/ratioMedian").asDouble()).isEqualTo(1.12);
        assertThat(json.at("/series/1/median").asDouble()).isEqualTo(61.5);
        assertThat(json.at("/targets/1/verdict").asText()).isEqualTo("missed");
    }

    @Test
    void markdownContainsCommandSettingMetricsAndRawRuns() {
        assertThat(ReportText.markdown(report, "./underbase bench peer --runs 2", setting))
                .startsWith("# bench peer\n\n```\n./underbase bench peer --runs 2\n```\n\n- cores: 2\n")
                .contains("| ns_per_event | 61.5 | <= 100 | met |")
                .contains(report.lastLine())
                .contains("| read (underbase/stock) | 99.00/100.0 50.00/40.00 |");
    }
}
