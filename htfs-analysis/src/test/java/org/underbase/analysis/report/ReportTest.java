package org.underbase.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;
import org.underbase.operator.page.RunFacts;

class ReportTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    Path directory;

    @Test
    void nothingInTheDataEndsItsElement() throws IOException {
        TestProcess server = new TestProcess("</script><script>alert(1)</script>", "1@0");
        server.failing("<!--<script>").call(Call.OPEN, "/f", -1);
        String evil = "</script>&\u2028@data@ $1 \\";
        String page = Report.html(
                TestAnalysis.of(server.events()),
                Optional.empty(),
                RunFacts.titled(evil).with(evil, evil));
        JsonNode data = data(page);
        assertThat(data.path("title").asText()).isEqualTo(evil);
        assertThat(data.path("facts").path(0).path("value").asText()).isEqualTo(evil);
        assertThat(data.path("result")
                        .path("summary")
                        .path("failures")
                        .path(0)
                        .path("exception")
                        .asText())
                .isEqualTo("<!--<script>");
        assertThat(page)
                .contains("<title>&lt;/script&gt;&amp;\u2028@data@ $1 \\</title>")
                .doesNotContain("alert(1)<");
    }

    @Test
    void loadsNothing() throws IOException {
        AnalysisResult result = TestAnalysis.of(SyntheticHBase.events(1, 1, 5));
        String page = Report.html(result, Optional.empty(), RunFacts.titled("A run"));
        String markup = page.replaceAll("(?s)<script>.*?</script>", "");
        assertThat(markup)
                .hasSizeLessThan(page.length() - 1_000_000)
                .doesNotContainPattern("<(script|img|iframe)[^>]*\\ssrc=")
                .doesNotContainPattern("<link[^>]*href=\"(?!data:)")
                .doesNotContain("@import", "url(http");
        assertThat(data(page).path("facts").findValuesAsText("name"))
                .containsExactly("Recorded", "Hosts", "Processes", "Events", "HDFS I/O", "Trace");
    }

    @Test
    void statesThatTheWorkloadIsNotThePapers() throws IOException {
        TestProcess server = new TestProcess("n1", "1@0");
        server.opened("/hbase/data/default/t/0123456789abcdef0123456789abcdef/cf/f", 10);
        AnalysisResult other = TestAnalysis.of(server.events());

        JsonNode data = data(Report.html(other, Optional.empty(), RunFacts.titled("A run")));

        assertThat(data.path("facts").findValuesAsText("value"))
                .anySatisfy(value -> assertThat(value).contains("This trace is of another workload", "families cf:"));
        assertThat(data.at("/result/paperWorkload").asBoolean(true)).isFalse();
        assertThat(ResultTable.render(other, Optional.empty())).contains("another workload");
        TestProcess odd = new TestProcess("n1", "1@0");
        odd.opened("/hbase/data/default/t/0123456789abcdef0123456789abcdef/\u001b[2J/f", 10);
        assertThat(ResultTable.render(TestAnalysis.of(odd.events()), Optional.empty()))
                .contains("another workload")
                .doesNotContain("\u001b");
        AnalysisResult none =
                TestAnalysis.of(new TestProcess("n1", "1@0").opened("/f", 1).events());
        assertThat(ResultTable.render(none, Optional.empty())).contains("workload is", "unknown");
        assertThat(ResultJson.of(none, Optional.empty()).has("paperWorkload")).isFalse();
        AnalysisResult messages = TestAnalysis.of(SyntheticHBase.events(1, 1, 5));
        assertThat(ResultTable.render(messages, Optional.empty())).doesNotContain("another workload");
        assertThat(ResultJson.of(messages, Optional.empty())
                        .path("paperWorkload")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void namesTheFractionOfASampledTrace() throws IOException {
        String page = Report.html(
                TestAnalysis.sampled(SyntheticHBase.events(1, 1, 5), 0.25), Optional.empty(), RunFacts.titled("A run"));
        JsonNode facts = data(page).path("facts");
        assertThat(facts.findValuesAsText("name")).contains("Sampled");
        assertThat(facts.findValuesAsText("value"))
                .anySatisfy(value -> assertThat(value).contains("25.0% of the files", "HDFS I/O"));
        JsonNode captions = data(page).path("captions");
        assertThat(captions.path("readRuns").asText()).endsWith("recorded files only, not estimates for all.");
        assertThat(captions.path("heat").asText())
                .endsWith("The table has estimates for all, if enough files were recorded.");
        assertThat(captions.path("layers").asText()).doesNotContain("sampled");
    }

    @Test
    void replacesAnOlderPageAndLeavesNothingElse() throws IOException {
        AnalysisResult result = TestAnalysis.of(SyntheticHBase.events(1, 1, 5));
        Path out = directory.resolve("a/b");
        Report.write(result, Optional.empty(), RunFacts.titled("First"), out);
        Path page = Report.write(result, Optional.empty(), RunFacts.titled("Second"), out);
        assertThat(Files.readString(page)).contains("<h1>Second</h1>");
        try (var files = Files.list(out)) {
            assertThat(files).containsExactly(page);
        }
    }

    private static JsonNode data(String page) throws IOException {
        Matcher data = DATA.matcher(page);
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }
}
