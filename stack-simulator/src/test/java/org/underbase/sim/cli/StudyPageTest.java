package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.Chromium;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.operator.output.ExitCode;
import picocli.CommandLine;

/** Output directories of {@code simulate}. */
class StudyPageTest {
    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();
    private final StringWriter text = new StringWriter();
    private Path trace;
    private Path out;

    @BeforeEach
    void record() throws IOException {
        trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(3, 3, 20));
        out = directory.resolve("out");
    }

    private int run(String... args) {
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(text))
                .setErr(new PrintWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    private void simulate(String... more) {
        List<String> args = new ArrayList<>(List.of("--hardware", "paper", "--out", out.toString(), "--json"));
        args.addAll(List.of(more));
        args.add(trace.toString());
        assertThat(run(args.toArray(String[]::new))).as("%s", err).isEqualTo(ExitCode.SUCCESS);
    }

    @Test
    void severalMachinesHaveAPageWithTheirSpread() throws IOException {
        simulate("--machine", "all", "--title", "<i>three</i>");

        JsonNode result = new ObjectMapper().readTree(Files.readString(out.resolve("result.json")));
        assertThat(result.path("runs")).hasSize(3);
        assertThat(new ObjectMapper().readTree(text.toString())).isEqualTo(result);
        assertThat(out.resolve("figures/F15.csv")).content().contains("\"capex, $, least\"");
        assertThat(out.resolve("figures/quantities.csv")).content().contains("to the median of 3 machines");
        assertThat(out.resolve("figures/T1.csv")).content().hasLineCount(1 + 22).contains("RAM writes");
        assertThat(err.toString()).contains("report: " + out.resolve("index.html"));
        draw(6, "F15", "F20");
    }

    @Test
    void scaledCachesHaveFigures() throws IOException {
        simulate("--machine", "all", "--scale", "65536");

        draw(3, "F10", "F18");
    }

    @Test
    void alternativesHaveAPage() throws IOException {
        simulate("--what-if", "localcompact", "--what-if", "flash=60g");

        assertThat(out.resolve("figures/latency-differences.csv")).content().contains("localcompact");
        assertThat(out.resolve("figures/latency-parts.csv")).content().contains("flash=60g,user read,");
        assertThat(out.resolve("figures/activity-bytes.csv")).content().contains("localcompact,compaction read,");
        assertThat(out.resolve("index.html")).content().contains("What to do");
        draw(1);
    }

    @Test
    void anOutputThatIsAFileIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "kept");

        assertThat(run("--synthetic", "--out", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --out " + file + ": is not a directory");
        assertThat(file).hasContent("kept");
    }

    @Test
    void anOutputThatCannotBeWrittenIsReportedBeforeTheSimulation() throws IOException {
        Path file = Files.writeString(Files.createDirectory(out).resolve("figures"), "kept");

        assertThat(run("--hardware", "paper", "--out", out.toString(), trace.toString()))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString()).contains("cannot write to " + out + ": " + file);
        assertThat(out.resolve("runs")).doesNotExist();
        assertThat(file).hasContent("kept");
    }

    @Test
    void anOutputThatIsALinkToNothingIsRejected() throws IOException {
        Files.createSymbolicLink(out, directory.resolve("nothing"));

        assertThat(run("--synthetic", "--out", out.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --out " + out + ": is not a directory");
    }

    private void draw(int least, String... sections) throws IOException {
        boolean installed = Files.isExecutable(Chromium.BINARY);
        assumeTrue(installed, Chromium.BINARY + " is missing; apt-get install chromium");
        try (Chromium browser = new Chromium(directory)) {
            browser.show(out.resolve("index.html"), 1280, 900, "light");
            JsonNode state = await("every chart drawn or an error")
                    .atMost(90, TimeUnit.SECONDS)
                    .until(
                            () -> browser.evaluate(
                                    "document.readyState === 'complete' ? window.underbaseReport : null"),
                            now -> now != null
                                    && !now.isNull()
                                    && (!now.path("errors").isEmpty()
                                            || now.path("drawn").asInt()
                                                    == now.path("charts").asInt()));
            assertThat(state.path("errors")).isEmpty();
            assertThat(state.path("charts").asInt()).isGreaterThanOrEqualTo(least);
            for (String section : sections) {
                assertThat(browser.evaluate("document.querySelectorAll('#" + section + " .chart svg path').length")
                                .asInt())
                        .as("shapes drawn in %s", section)
                        .isGreaterThan(10);
            }
            assertThat(browser.messages()).as("console").isEmpty();
            browser.screenshot(directory.resolve("page.png"));
        }
        Path kept = Files.createDirectories(Path.of("target", "report-pictures"));
        Files.copy(
                directory.resolve("page.png"),
                kept.resolve("study-" + least + ".png"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
