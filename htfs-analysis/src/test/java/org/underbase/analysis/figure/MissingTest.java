package org.underbase.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.ResultTable;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceWriter;

/** Numbers of imported traces whose source lacks a quantity. */
class MissingTest {
    private static final List<String> PARTS = List.of(
            "/summary/read",
            "/summary/failures",
            "/layers",
            "/layers/core",
            "/layers/hdfs",
            "/layers/local",
            "/layers/byActivity",
            "/layers/bySubActivity",
            "/fileSizes",
            "/lifetimes",
            "/readRuns",
            "/byType",
            "/touchedData",
            "/touchedData/core",
            "/locality",
            "/heat",
            "/heat/core",
            "/actors",
            "/actors/threads",
            "/metadataLoad",
            "/metadataLoad/callsPerGib",
            "/regions",
            "/compactionWaste",
            "/workloadFit",
            "/writeAmplification",
            "/latencies",
            "/timeline",
            "/traffic");

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audit | /lifetimes /metadataLoad",
                "clienttrace | /layers /layers/local /locality /heat",
                "htfs | /summary/read /layers /layers/core /layers/hdfs /layers/local /layers/byActivity /fileSizes /lifetimes /readRuns /byType /touchedData /touchedData/core /locality /heat /heat/core /actors /metadataLoad /metadataLoad/callsPerGib /regions /compactionWaste /workloadFit /writeAmplification /timeline /traffic",
                "msr | /summary/read /layers /layers/hdfs /readRuns /byType /locality /heat /actors /regions /latencies",
                "cachebench | /summary/read /layers /layers/hdfs /readRuns /byType /locality /heat /actors /regions",
                "other | ''",
            })
    void onlyTheAvailableNumbersAreInTheResult(String format, String available) throws Exception {
        JsonNode json = json(analyzed(TraceWriter.IMPORTED + format));

        List<String> found = new ArrayList<>(PARTS);
        found.removeIf(part -> json.at(part).isMissingNode() || json.at(part).has("notAvailable"));
        assertThat(String.join(" ", found)).isEqualTo(available);
        assertThat(json.at("/summary/events").asLong()).isPositive();
        assertThat(json.at("/imported/0").asText()).isEqualTo(format);
    }

    @Test
    void everyNumberOfARecordedTraceIsAvailable() throws Exception {
        JsonNode json = json(analyzed("regionserver"));

        assertThat(json.toString()).doesNotContain("notAvailable");
        assertThat(json.has("imported")).isFalse();
        assertThat(PARTS)
                .allSatisfy(part -> assertThat(json.at(part).isMissingNode()).isFalse());
    }

    @Test
    void theOutputStatesTheReason() throws Exception {
        AnalysisResult result = analyzed("imported=audit");
        String reason = "the source of a trace imported from audit lacks bytes";

        assertThat(json(result).at("/layers/notAvailable").asText()).isEqualTo(reason);
        assertThat(json(result).at("/sumRules")).isEmpty();
        assertThat(result.figures().csv())
                .containsOnlyKeys("f6-lifetimes", "metadata-calls-by-host", "metadata-calls-by-user");
        assertThat(result.figures().captions().get("layers").asText()).isEqualTo("Not available: " + reason + ".");
        assertThat(ResultTable.render(result, Optional.empty()))
                .contains(
                        "HDFS with logging and compaction       not available\n",
                        "lacks the bytes that applications moved")
                .doesNotContain("0 B", "NaN");
    }

    @Test
    void aMixtureHasOnlyTheNumbersOfAllParts() throws Exception {
        JsonNode json = json(analyzed("regionserver", "imported=msr"));

        assertThat(json.at("/layers/hdfs/read").asLong()).isPositive();
        assertThat(json.at("/lifetimes").has("notAvailable")).isTrue();
        assertThat(json.at("/sumRules").findValuesAsText("rule"))
                .contains("bytes read by type = bytes read by layer")
                .noneMatch(rule -> rule.contains("lifetimes"));
    }

    private JsonNode json(AnalysisResult result) {
        return ResultJson.of(result, Optional.empty());
    }

    private AnalysisResult analyzed(String... labels) throws IOException, InterruptedException {
        for (int pid = 0; pid < labels.length; pid++) {
            SegmentHeader process = SegmentHeader.of("n1", pid, 1, "hbase", labels[pid]);
            try (TraceWriter writer = new TraceWriter(dir, process)) {
                for (TestEvent event : SyntheticHBase.events(3, 1, 5)) {
                    writer.write(event);
                }
            }
        }
        return Analysis.of(List.of(dir.toString()), new Configuration(false)).run((done, total) -> {});
    }
}
