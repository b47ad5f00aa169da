package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TraceHealth;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.report.CsvFiles;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.ResultTable;
import org.underbase.analysis.report.RunFacts;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeConverter;
import org.underbase.operator.output.SizeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase analyze}: table, JSON and report of traces. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        description = {
            "Analyze traces: print reads and writes by layer and by activity, with the values of the FAST '14 paper, and"
                    + " write a report with charts of these, of data and I/O by type of file, file sizes, lifetimes,"
                    + " locality and heat of reads, read runs and latencies, and of bytes over time.",
            "The report is one page that needs no network. Corrupt ranges of a trace are reported and skipped."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase analyze /var/log/hbase/trace",
            "  underbase analyze hdfs://nn/traces/2026-01-01 --out monday --counters datanodes.json",
            "  underbase analyze trace --json > result.json",
            "",
            "The file of --counters contains the increase of each DataNode's counters over the time of the trace:",
            "  {\"dataNodes\": [{\"name\": \"dn1\", \"bytesWritten\": 0, \"bytesRead\": 0, \"blocksReplicated\": 0}]}",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private static final int PRINTED_RANGES = 5;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE",
            description = "File, directory or glob, local or on any of Hadoop's file systems (hdfs://...).")
    private List<String> traces;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "report",
            description = "Directory for the report, index.html, and for figures/*.csv. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--json", description = "Print the result as JSON instead of the table.")
    private boolean json;

    @Option(
            names = "--counters",
            paramLabel = "FILE",
            description = "Counters of the DataNodes, to reconcile the trace with; see below.")
    private Path counters;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            defaultValue = "HDFS trace",
            description = "Heading of the report. Default: ${DEFAULT-VALUE}.")
    private String title;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Reading threads, 0 for one per core. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Memory for the calls on files, such as 2g; further ones are in temporary files. Default: a quarter"
                            + " of the heap.")
    private Long memory;

    @Option(
            names = "--tmp",
            paramLabel = "DIR",
            description = "Directory for temporary files. Default: that of the JVM, java.io.tmpdir.")
    private Path temporary;

    @Option(
            names = "--used",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Bytes used on the disks of the traced DataNodes (DfsUsed), such as 120t, for the share of data that"
                            + " no call touched.")
    private Long used;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Setting for Hadoop; dfs.replication and dfs.blocksize apply to files whose creation is not in the"
                            + " trace.")
    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (threads < 0) {
            throw new ParameterException(spec.commandLine(), "invalid --threads " + threads + ": must be at least 0");
        }
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        Optional<DataNodeCounters> measured =
                counters == null ? Optional.empty() : Optional.of(DataNodeCounters.read(counters));
        PrintWriter err = spec.commandLine().getErr();
        Analysis analysis = Analysis.of(traces, conf, line -> {
            err.println("skipped: " + line);
            err.flush();
        });
        analysis = threads == 0 ? analysis : analysis.withThreads(threads);
        analysis = analysis.withSpill(
                temporary == null ? analysis.settings().temporary() : temporary,
                memory == null ? analysis.settings().memoryBytes() : memory);
        analysis = used == null ? analysis : analysis.withUsedBytes(used);
        AnalysisResult result;
        try (ProgressLine line = new ProgressLine(err, "analyze")) {
            result = analysis.run((done, total) -> line.update(
                    (double) done / total, () -> "read " + SizeText.of(done) + " of " + SizeText.of(total)));
        }
        warn(result.health(), err);
        result.sumRules().stream().filter(rule -> !rule.holds()).forEach(rule -> err.println("inconsistent: " + rule));
        if (result.figures().get(Summary.class).events() == 0) {
            throw new IOException("no events in " + String.join(", ", traces)
                    + ": check that the tracer is attached and enabled and has written its first block");
        }
        if (measured.isPresent() && result.figures().notAvailable("traffic").isPresent()) {
            throw new IOException("cannot reconcile the trace with --counters: "
                    + result.figures().notAvailable("traffic").get());
        }
        PrintWriter output = spec.commandLine().getOut();
        if (json) {
            output.println(JsonText.of(ResultJson.of(result, measured)));
        } else {
            output.print(ResultTable.render(result, measured));
        }
        output.flush();
        Path page = Report.write(result, measured, RunFacts.titled(title), out);
        CsvFiles.write(result.figures(), out.resolve("figures"));
        err.println("report: " + page);
        err.flush();
        return ExitCode.SUCCESS;
    }

    private static void warn(TraceHealth health, PrintWriter err) {
        health.corruptRanges().stream().limit(PRINTED_RANGES).forEach(range -> err.println("corrupt: " + range));
        if (health.corruptRangeCount() > PRINTED_RANGES) {
            err.printf("corrupt: and %d more ranges%n", health.corruptRangeCount() - PRINTED_RANGES);
        }
        if (!health.unclosed().isEmpty()) {
            err.printf(
                    "unfinished: %d of %d files have no end mark; they are still being written, or their process was"
                            + " killed%n",
                    health.unclosed().size(), health.segments());
        }
        if (health.isSampled()) {
            err.println("sampled: " + health.samplingText());
        }
        if (health.droppedEvents() > 0) {
            err.printf(
                    "incomplete: %,d calls, which moved %,d bytes, were lost while recording: %s%n",
                    health.droppedEvents(), health.lost().totalBytes(), health.lost());
        }
        err.flush();
    }
}
