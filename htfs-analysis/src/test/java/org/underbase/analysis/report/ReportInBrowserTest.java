package org.underbase.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.figure.Missing;
import org.underbase.analysis.reconcile.Traffic;
import org.underbase.analysis.testing.Chromium;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestResults;
import org.underbase.htfs.format.TraceWriter;
import org.underbase.operator.page.RunFacts;

/** Report in a real browser: no console messages, no network requests, every chart drawn. */
class ReportInBrowserTest {
    private static final int CHARTS = 22;

    @TempDir
    Path directory;

    @BeforeAll
    static void chromium() {
        boolean installed = Files.isExecutable(Chromium.BINARY);
        String missing = Chromium.BINARY + " is missing; apt-get install chromium";
        if (!installed) {
            System.out.println("SKIPPED: " + missing);
        }
        assumeTrue(installed, missing);
    }

    @Test
    void drawsEveryChartOfABusyTrace() throws IOException {
        List<TestEvent> events = SyntheticHBase.events(7, 3, 120);
        AnalysisResult result = TestAnalysis.of(events);
        long written = result.figures().get(Traffic.class).writes().expected();
        long read = result.figures().get(Traffic.class).reads().expected();
        RunFacts facts = RunFacts.titled("A run with </script> in its <title> & \"quotes\"")
                .with("Seed", 7)
                .with("Versions", "Hadoop 3.4.3, HBase 2.6.4-hadoop3");
        Path page = Report.write(result, Optional.of(TestResults.counters(written, read)), facts, directory);
        try (Chromium browser = new Chromium(directory)) {
            browser.show(page, 1280, 900, "light");
            drawn(browser);
            assertThat(browser.evaluate("document.title").asText())
                    .isEqualTo("A run with </script> in its <title> & \"quotes\"");
            assertThat(browser.evaluate("document.querySelector('#facts').textContent")
                            .asText())
                    .contains("Hadoop 3.4.3", "n0, n1, n2");
            assertThat(browser.evaluate("document.querySelector('.verdict').textContent")
                            .asText())
                    .isEqualTo("They agree within 1%.");
            for (String section : sections(browser)) {
                assertThat(shapes(browser, section))
                        .as("shapes drawn in %s", section)
                        .isGreaterThan(10);
                assertThat(rows(browser, section))
                        .as("rows in the table of %s", section)
                        .isPositive();
                assertThat(text(browser, section, ".caption"))
                        .as("caption of %s", section)
                        .endsWith(".");
            }
            browser.screenshot(directory.resolve("desktop-light.png"));
            browser.scheme("dark");
            drawn(browser);
            assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                            .asText())
                    .isEqualTo("rgb(20, 23, 28)");
            browser.screenshot(directory.resolve("desktop-dark.png"));
            browser.show(page, 400, 800, "dark");
            drawn(browser);
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .as("nothing wider than a narrow window")
                    .isLessThanOrEqualTo(browser.evaluate("document.documentElement.clientWidth")
                            .asInt());
            browser.screenshot(directory.resolve("narrow-dark.png"));
            browser.show(page, 400, 800, "light");
            drawn(browser);
            browser.screenshot(directory.resolve("narrow-light.png"));
            quiet(browser);
        }
        keepPictures();
    }

    @Test
    void drawsATraceOfOneEvent() throws IOException {
        AnalysisResult result = TestAnalysis.of(SyntheticHBase.events(7, 1, 1).subList(0, 1));
        Path page = Report.write(result, Optional.empty(), RunFacts.titled("One event"), directory);
        try (Chromium browser = new Chromium(directory)) {
            browser.show(page, 1280, 900, "light");
            drawn(browser);
            quiet(browser);
        }
    }

    @Test
    void drawsTheAvailableChartsOfAnImportedTrace() throws IOException {
        AnalysisResult recorded = TestAnalysis.of(SyntheticHBase.events(7, 1, 20));
        AnalysisResult imported = new AnalysisResult(
                recorded.figures().without(Missing.of(List.of(TraceWriter.IMPORTED + "htfs"), false)),
                recorded.health(),
                recorded.assumptions());
        Path page = Report.write(imported, Optional.empty(), RunFacts.titled("Imported"), directory);
        try (Chromium browser = new Chromium(directory)) {
            browser.show(page, 1280, 900, "light");
            drawn(browser, CHARTS - 3);
            for (String section : List.of("calls", "latencies", "ioByThread")) {
                assertThat(text(browser, section, ".caption")).startsWith("Not available: ");
                assertThat(shapes(browser, section)).isZero();
            }
            quiet(browser);
        }
    }

    private static void drawn(Chromium browser) {
        drawn(browser, CHARTS);
    }

    private static void drawn(Chromium browser, int charts) {
        JsonNode state = await("every chart drawn or an error")
                .atMost(90, TimeUnit.SECONDS)
                .until(
                        () -> browser.evaluate("window.underbaseReport"),
                        now -> now != null
                                && (!now.path("errors").isEmpty()
                                        || now.path("drawn").asInt() == charts));
        assertThat(state.path("errors")).isEmpty();
        assertThat(state.path("charts").asInt()).isEqualTo(charts);
        assertThat(state.path("drawn").asInt()).isEqualTo(charts);
    }

    private static void quiet(Chromium browser) {
        assertThat(browser.messages()).as("console").isEmpty();
        assertThat(browser.requests()).isNotEmpty().allSatisfy(address -> assertThat(address)
                .startsWithIgnoringCase("file:")
                .endsWith("index.html"));
    }

    private static List<String> sections(Chromium browser) {
        String ids = browser.evaluate("[...document.querySelectorAll('section[id]')].map(s => s.id).join(' ')")
                .asText();
        List<String> sections = List.of(ids.split(" ", -1));
        assertThat(sections).hasSize(CHARTS);
        return sections;
    }

    private static int shapes(Chromium browser, String section) {
        return browser.evaluate("document.querySelectorAll('#" + section + " .chart svg path').length")
                .asInt();
    }

    private static int rows(Chromium browser, String section) {
        return browser.evaluate("document.querySelectorAll('#" + section + " tbody tr').length")
                .asInt();
    }

    private static String text(Chromium browser, String section, String selector) {
        return browser.evaluate("document.querySelector('#" + section + " " + selector + "').textContent")
                .asText();
    }

    /** Copies the screenshots to target, for visual inspection. */
    private void keepPictures() throws IOException {
        Path kept = Files.createDirectories(Path.of("target", "report-pictures"));
        try (var files = Files.newDirectoryStream(directory, "*.{png,html}")) {
            for (Path file : files) {
                Files.copy(file, kept.resolve(file.getFileName()), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
