package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.compare.Profile;
import org.underbase.analysis.layers.SimulatedDisks;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.operator.output.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  underbase analyze --follow /var/log/hbase/trace --every 10m --window 24h --out /var/www/trace",
            "  underbase analyze trace --only latency,timeline",
            "  underbase analyze trace --fit messages",
            "  underbase analyze calls --fsimage fsimage.xml",
            "  underbase analyze --on yarn --conf /etc/hadoop/conf -D mapreduce.job.queuename=q hdfs://nn/traces",
            "  underbase analyze trace --from 10m --to 70m --table messages",
            "  underbase analyze --compare before after --out difference",
            "",
            "The file of --counters contains the increase of each DataNode's counters over the time of the trace:",
            "  {\"dataNodes\": [{\"name\": \"dn1\", \"bytesWritten\": 0, \"bytesRead\": 0, \"blocksReplicated\": 0}]}",
            "",
            "The file of --simulated contains the bytes of all disks, and may have further fields:",
            "  {\"layers\": {\"disks\": {\"read\": 0, \"written\": 0}}, \"simulation\": \"30 GB page cache per host\"}",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage, 130 Ctrl-C with --follow."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE",
            description = "File, directory or glob, local or on any of Hadoop's file systems (hdfs://...).")
    private List<String> traces;

    @Option(
            names = "--compare",
            description =
                    "Compare two traces, or results of earlier runs (their directory or JSON): headline numbers with the"
                            + " difference of the second from the first, its 95%% interval and a verdict.")
    private boolean compare;

    @Mixin
    private SourceOptions source;

    @Mixin
    private RunOptions run;

    @Mixin
    private FollowOptions follow;

    @Mixin
    private FigureOptions figures;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        run.check(spec.commandLine());
        source.check(spec.commandLine());
        output.check(spec.commandLine());
        if (compare) {
            compare();
            return ExitCode.SUCCESS;
        }
        follow.check(spec.commandLine(), source.selectsTime());
        Optional<DataNodeCounters> counters = cluster.counters();
        Optional<SimulatedDisks> simulated = cluster.simulated();
        if (follow.isOn()) {
            follow.loop(spec.commandLine().getErr()).run(from -> {
                AnalysisResult last = run(String.join(", ", traces), source.apply(whole(traces), from));
                output.writeFiles(simulated.map(last::with).orElse(last), counters, spec.commandLine());
            });
            return ExitCode.INTERRUPTED;
        }
        AnalysisResult result = run(String.join(", ", traces), analysis(traces));
        output.write(simulated.map(result::with).orElse(result), counters, spec.commandLine());
        return ExitCode.SUCCESS;
    }

    private Analysis analysis(List<String> locations) throws IOException {
        return source.apply(whole(locations), spec.commandLine());
    }

    private Analysis whole(List<String> locations) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Configuration conf = source.configuration();
        Analysis analysis = Analysis.of(locations, conf, line -> {
            err.println("skipped: " + line);
            err.flush();
        });
        return figures.apply(cluster.apply(run.apply(analysis), conf), spec.commandLine());
    }

    private AnalysisResult run(String name, Analysis analysis) throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        AnalysisResult result;
        try (RunProgress progress = new RunProgress(err)) {
            result = analysis.run(progress);
            progress.printUse();
        }
        Warnings.print(result, err);
        if (result.figures().get(Summary.class).events() == 0) {
            throw new IOException("no events in " + name
                    + (analysis.settings().selection().isAll()
                            ? ": check that the tracer is attached and enabled and has written its first block"
                            : follow.isOn() ? " in the last --window" : " match --from, --to and --table"));
        }
        return result;
    }

    private void compare() throws IOException, InterruptedException {
        if (traces.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(), "--compare needs two traces or results, not " + traces.size());
        }
        if (cluster.counters().isPresent() || cluster.hasImage() || output.fits()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compare excludes --counters, --fsimage and --fit, which are about one trace");
        }
        CompareRun comparison = new CompareRun(new CompareRun.Analyses() {
            @Override
            public Profile profile(String location) throws IOException {
                return Profile.read(source.configuration(), List.of(location));
            }

            @Override
            public Analysis of(String location) throws IOException {
                return analysis(List.of(location));
            }

            @Override
            public AnalysisResult run(String location, Analysis analysis) throws IOException, InterruptedException {
                spec.commandLine().getErr().println("analyze " + location);
                return AnalyzeCommand.this.run(location, analysis);
            }
        });
        output.write(comparison.run(traces), comparison.pages(), spec.commandLine());
    }
}
