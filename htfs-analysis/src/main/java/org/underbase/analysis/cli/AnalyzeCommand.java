package org.underbase.analysis.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.underbase.analysis.report.DemoTable;
import org.underbase.analysis.report.Report;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.report.RunFacts;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase analyze}: from traces to a table and a report. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        description = {
            "Say what traces tell: reads and writes by layer and by activity, as a table beside the figures of the"
                    + " FAST '14 paper, and a report with charts of these, of file sizes, lifetimes, read runs and"
                    + " latencies, and of bytes over time.",
            "The report is one page that needs no network. Damaged parts of a trace are told and left out."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase analyze /var/log/hbase/trace",
            "  underbase analyze hdfs://nn/traces/2026-01-01 --out monday --counters datanodes.json",
            "  underbase analyze trace --json > result.json",
            "",
            "The file of --counters tells how far each DataNode's counters rose over the time of the trace:",
            "  {\"dataNodes\": [{\"name\": \"dn1\", \"bytesWritten\": 0, \"bytesRead\": 0, \"blocksReplicated\": 0}]}",
            "",
            "Exit codes: 0 success, 1 failure, 2 wrong usage."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private static final int SHOWN_DAMAGES = 5;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE",
            description = "File, directory or glob, local or on any file system Hadoop knows (hdfs://...).")
    private List<String> traces;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "report",
            description = "Directory for the report, index.html (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--json", description = "Print the result as JSON instead of the table.")
    private boolean json;

    @Option(
            names = "--counters",
            paramLabel = "FILE",
            description = "Counters of the DataNodes, to compare the trace with; see below.")
    private Path counters;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            defaultValue = "What the trace says",
            description = "Heading of the report (default: ${DEFAULT-VALUE}).")
    private String title;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads that read, 0 for one a core (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Setting for Hadoop; dfs.replication and dfs.blocksize count for files whose creation the"
                    + " trace does not hold.")
    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (threads < 0) {
            throw new ParameterException(spec.commandLine(), "--threads must be at least 0, not " + threads);
        }
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        Optional<DataNodeCounters> measured =
                counters == null ? Optional.empty() : Optional.of(DataNodeCounters.read(counters));
        PrintWriter err = spec.commandLine().getErr();
        Analysis analysis = Analysis.of(traces, conf);
        AnalysisResult result = (threads == 0 ? analysis : analysis.withThreads(threads)).run(new ProgressLines(err));
        warn(result.health(), err);
        if (result.figures().get(Summary.class).events() == 0) {
            throw new IOException("nothing is recorded in " + String.join(", ", traces)
                    + "; was the tracer attached and on, and has it written its first block?");
        }
        PrintWriter output = spec.commandLine().getOut();
        if (json) {
            output.println(new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(ResultJson.of(result, measured)));
        } else {
            output.print(new DemoTable(result, measured).render());
        }
        output.flush();
        Path page = Report.write(result, measured, RunFacts.titled(title), out);
        err.println("report: " + page);
        err.flush();
        return 0;
    }

    private static void warn(TraceHealth health, PrintWriter err) {
        health.damage().stream().limit(SHOWN_DAMAGES).forEach(damage -> err.println("damaged: " + damage));
        if (health.damages() > SHOWN_DAMAGES) {
            err.printf("damaged: and %d more parts%n", health.damages() - SHOWN_DAMAGES);
        }
        if (!health.unclosed().isEmpty()) {
            err.printf(
                    "unfinished: %d of %d files have no end; they are still being written, or their process was"
                            + " killed%n",
                    health.unclosed().size(), health.segments());
        }
        if (health.drops() > 0) {
            err.printf("incomplete: the recorder lost %,d events%n", health.drops());
        }
        err.flush();
    }
}
