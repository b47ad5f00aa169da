package org.underbase.analysis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.ImageText;
import org.underbase.analysis.TraceHealth;
import org.underbase.analysis.catalog.ClockSkew;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SizeText;
import org.underbase.operator.page.Page;
import org.underbase.operator.page.PageTemplate;
import org.underbase.operator.page.RunFacts;

/**
 * Report of an analysis: one HTML page that contains its charts, their library (Apache ECharts) and their data. A browser
 * needs no network to show it.
 */
public final class Report {
    private static final String SOURCES =
            "Figures of the paper: T. Harter et al., &ldquo;Analysis of HDFS Under HBase: A Facebook Messages Case"
                    + " Study&rdquo;, FAST 2014, and its short form in ;login: of June 2014.";

    private static final String UNSCALED =
            " The trace is sampled: these are the recorded files only, not estimates for all.";

    private static final String ESTIMATED = " The table has estimates for all, if enough files were recorded.";

    private Report() {}

    /**
     * Writes {@code index.html} into a directory, which is created if missing. An older page is replaced atomically.
     *
     * @param result result of the analysis
     * @param counters increase of the DataNodes' counters over the time of the trace, if known
     * @param facts facts of the run, shown before those of the trace
     * @param directory directory of the page
     * @return path of the page
     * @throws IOException if the page cannot be written
     */
    public static Path write(AnalysisResult result, Optional<DataNodeCounters> counters, RunFacts facts, Path directory)
            throws IOException {
        return Page.write(html(result, counters, facts), directory);
    }

    /** Returns the text of the page. */
    public static String html(AnalysisResult result, Optional<DataNodeCounters> counters, RunFacts facts)
            throws IOException {
        ObjectNode data = JsonText.object();
        data.set("captions", captions(result));
        ArrayNode missing = data.putArray("notAvailable");
        data.get("captions").fieldNames().forEachRemaining(chart -> result.figures()
                .notAvailable(chart)
                .ifPresent(reason -> missing.add(chart)));
        data.set("result", ResultJson.of(result, counters));
        return Page.html(withTrace(facts, result), data, script(result), SOURCES);
    }

    private static ObjectNode captions(AnalysisResult result) {
        ObjectNode captions = result.figures().captions();
        if (result.health().isSampled()) {
            for (String chart : result.figures().unscaledCharts()) {
                captions.put(chart, captions.get(chart).asText() + UNSCALED);
            }
            for (String chart : result.figures().estimatedCharts()) {
                captions.put(chart, captions.get(chart).asText() + ESTIMATED);
            }
        }
        return captions;
    }

    private static String script(AnalysisResult result) throws IOException {
        return new PageTemplate(Page.resource(Report.class, "report.js"))
                .fill(Map.of("charts", result.figures().scripts()));
    }

    private static RunFacts withTrace(RunFacts facts, AnalysisResult result) {
        Summary summary = result.figures().get(Summary.class);
        TraceHealth health = result.health();
        RunFacts all = facts.with(
                        "Recorded", Format.time(summary.firstNanos()) + ", " + Format.nanos(summary.spanNanos()))
                .with("Hosts", String.join(", ", summary.hosts()))
                .with("Processes", Format.count(summary.processes().size()))
                .with("Events", Format.count(summary.events()))
                .with(
                        "HDFS I/O",
                        result.figures().notAvailable("summary.read").isPresent()
                                ? "not available"
                                : SizeText.of(summary.read()) + " read, " + SizeText.of(summary.written())
                                        + " written");
        if (!result.figures().missing().formats().isEmpty()) {
            all = all.with(
                    "Imported from",
                    String.join(", ", result.figures().missing().formats()));
        }
        if (health.isSampled()) {
            all = all.with("Sampled", health.samplingText());
        }
        if (health.bytes() > 0 && summary.events() > 0) {
            all = all.with(
                    "Trace",
                    SizeText.of(health.bytes())
                            + String.format(
                                    Locale.ROOT, ", %.1f bytes per event", (double) health.bytes() / summary.events()));
        }
        if (health.droppedEvents() > 0) {
            all = all.with(
                    "Lost while recording",
                    Format.count(health.droppedEvents()) + " calls, which moved "
                            + SizeText.of(health.lost().totalBytes()) + ": " + health.lost());
        }
        Optional<String> other = PaperWorkload.warning(result.figures());
        if (other.isPresent()) {
            all = all.with("Values of the paper", other.get());
        }
        Optional<String> image = ImageText.of(result);
        if (image.isPresent()) {
            all = all.with("Fsimage", image.get());
        }
        for (ClockSkew skew : health.skews()) {
            all = all.with("Skewed clocks", TraceHealth.skewText(skew));
        }
        if (health.corruptRangeCount() > 0) {
            all = all.with("Corrupt ranges", Format.count(health.corruptRangeCount()));
        }
        if (!health.skippedFiles().isEmpty()) {
            all = all.with("Skipped files", String.join("; ", health.skippedFiles()));
        }
        if (!health.missingSegments().isEmpty()) {
            all = all.with("Missing segments", String.join("; ", health.missingSegments()));
        }
        if (!health.unclosed().isEmpty()) {
            all = all.with(
                    "Without end mark",
                    Format.count(health.unclosed().size())
                            + " files: still being written, or their process was killed");
        }
        return all;
    }
}
