package org.underbase.exalt.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.run.Results;

class ReportsTest {
    @Test
    void csvHasALinePerSecondAndACellPerColumn() {
        List<String> lines = RunCsv.of(Results.samples()).lines().toList();
        assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line.split(",", -1))
                .hasSize(2 + Column.values().length));
        assertThat(lines.get(1)).startsWith("1.000,write,,");
        assertThat(lines.get(2)).startsWith("2.000,write,123.457,");
    }

    @Test
    void jsonContainsTheMeasurements() throws Exception {
        JsonNode root = new ObjectMapper().readTree(RunJson.of(Results.result()));
        JsonNode phase = root.path("phases").path(0);
        assertThat(phase.path("megabytesPerSecond").doubleValue()).isEqualTo(0.5);
        assertThat(phase.path("nameNode").path("callsPerSecond").doubleValue()).isEqualTo(1.0);
        assertThat(phase.path("nameNode").path("nn_queue_ms").doubleValue()).isEqualTo(1.5);
        assertThat(root.path("space").path("ratio").doubleValue()).isEqualTo(100);
        assertThat(root.path("time").path("diskSeconds").doubleValue()).isEqualTo(0.0375);
        assertThat(root.path("time").path("ratio").doubleValue()).isEqualTo(0.00375);
        assertThat(root.path("warnings").path(0).asText()).contains("limit");
    }

    @Test
    void pageIsSelfContained() {
        String page = RunPage.of(Results.result());
        assertThat(page)
                .contains("<svg", "&lt;all&gt; is &amp; was emulated", "the machine was the limit")
                .contains("Profile: write, NameNode", "d.E.&lt;init&gt;: 3 samples, 75.00 %")
                .doesNotContain("http", "src=", "href=", "import", "<link", "<img");
    }

    @Test
    void textContainsStorageAndResources() {
        assertThat(RunText.of(Results.result()))
                .contains("100 to 1")
                .containsPattern("write +NameNode +3 +12 +1.2\\n")
                .containsPattern("write +NameNode +3 +75.0 +d.E.<init>")
                .contains("25.0 threads, 50.0 descriptors, 1.0 MB of resident memory")
                .contains("an emulated RegionServer takes 45.0 threads, 40.0 descriptors, 3.0 MB of resident memory")
                .contains("WARNING: the machine was the limit");
    }
}
