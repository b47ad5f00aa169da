package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.compare.Comparison;
import org.underbase.analysis.compare.ComparisonTable;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.reconcile.Traffic;
import org.underbase.analysis.report.ComparisonPage;
import org.underbase.analysis.report.CsvFiles;
import org.underbase.analysis.report.FitTable;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.ResultTable;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.page.OutputFile;
import org.underbase.operator.page.RunFacts;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} about its output. */
final class OutputOptions {
    /** File name of the result, which a later comparison reads. */
    static final String RESULT = "result.json";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "report",
            description =
                    "Directory for the report, index.html, for result.json and for figures/*.csv. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--json", description = "Print the result as JSON instead of the table.")
    private boolean json;

    @Option(
            names = "--fit",
            paramLabel = "WORKLOAD",
            description =
                    "Print the options of a workload that resembles the trace, instead of the table: messages, for"
                            + " 'workload messages'.")
    private String fit;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            defaultValue = "HDFS trace",
            description = "Heading of the report. Default: ${DEFAULT-VALUE}.")
    private String title;

    /** Rejects invalid values. */
    void check(CommandLine line) {
        if (fit != null && !fit.equals("messages")) {
            throw new ParameterException(line, "invalid --fit '" + fit + "': must be messages");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new ParameterException(line, "invalid --out " + out + ": is not a directory");
        }
    }

    /** Whether the output is the fit of a workload. */
    boolean fits() {
        return fit != null;
    }

    /** Prints the result, and writes the report and the tables. */
    void write(AnalysisResult result, Optional<DataNodeCounters> counters, CommandLine line) throws IOException {
        check(result, counters);
        PrintWriter output = line.getOut();
        if (json) {
            output.println(JsonText.of(ResultJson.of(result, counters)));
        } else {
            output.print(fit == null ? ResultTable.render(result, counters) : FitTable.render(result.figures()));
        }
        output.flush();
        writeFiles(result, counters, line);
    }

    private static void check(AnalysisResult result, Optional<DataNodeCounters> counters) throws IOException {
        Optional<String> missing = result.figures().find(Traffic.class).isEmpty()
                ? Optional.of("it needs the figure traffic, which --only excludes")
                : result.figures().notAvailable("traffic");
        if (counters.isPresent() && missing.isPresent()) {
            throw new IOException("cannot reconcile the trace with --counters: " + missing.get());
        }
    }

    /** Writes the report and the tables. */
    void writeFiles(AnalysisResult result, Optional<DataNodeCounters> counters, CommandLine line) throws IOException {
        check(result, counters);
        Path page = Report.write(result, counters, RunFacts.titled(PrintableText.of(title)), out);
        OutputFile.write(out.resolve(RESULT), JsonText.of(ResultJson.of(result, counters)) + "\n");
        CsvFiles.write(result.figures(), out.resolve("figures"));
        line.getErr().println("report: " + page);
        line.getErr().flush();
    }

    /** Prints a comparison, and writes its page. */
    void write(Comparison comparison, List<Optional<String>> pages, CommandLine line) throws IOException {
        PrintWriter output = line.getOut();
        output.print(json ? JsonText.of(comparison.json()) + "\n" : ComparisonTable.text(comparison));
        output.flush();
        line.getErr().println("report: " + ComparisonPage.write(comparison, PrintableText.of(title), pages, out));
        line.getErr().flush();
    }
}
