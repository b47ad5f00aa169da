package org.underbase.replay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SiteFiles;
import org.underbase.operator.output.SizeText;
import org.underbase.replay.content.Content;
import org.underbase.replay.destination.Policies;
import org.underbase.replay.prepare.EarlierState;
import org.underbase.replay.prepare.ReplayDirectory;
import org.underbase.replay.run.Replay;
import org.underbase.replay.run.ReplayOptions;
import org.underbase.replay.run.ReplayOptions.Loop;
import org.underbase.replay.run.ReplayReport;
import org.underbase.replay.trace.TraceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase trace replay}: the calls of a trace on another file system. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Replay the calls of traces on a cluster, with synthetic bytes, below one directory.",
        footer = {
            "",
            "The replay first creates the files and directories that existed before the trace, then makes the recorded calls:"
                    + " each thread's in its order, and calls on shared files, streams and paths in the recorded order. A"
                    + " second start continues a preparation that was stopped.",
            "",
            "It writes only below --under and deletes only what it created there. It skips administrative and security calls and"
                    + " lists them. docs/replay.md has the rules and limits.",
            "",
            "Examples:",
            "  underbase trace replay /traces --to hdfs://test:8020 --under /replay/monday --dry-run",
            "  underbase trace replay /traces --to hdfs://test:8020 --under /replay/monday --verify",
            "  underbase trace replay /traces --to hdfs://test:8020 --under /replay/fast --loop closed --speed max",
            "",
            "Exit codes: 0 success (also with divergences), 1 failure or more divergences than --max-divergence, 2 invalid"
                    + " usage."
        })
public final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SiteFiles site;

    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths;

    @Option(names = "--to", paramLabel = "URI", required = true, description = "File system to replay on.")
    private URI to;

    @Option(
            names = "--under",
            paramLabel = "DIR",
            required = true,
            description = "Directory for all files of the replay: missing, empty, or prepared for the same traces.")
    private String under;

    @Option(
            names = "--loop",
            paramLabel = "LOOP",
            description =
                    "open: begin calls at their recorded times, however long earlier calls take. closed: begin a call"
                            + " after the previous one of its thread and the recorded pause. Default: open, with --speed max closed.")
    private Optional<Loop> loop = Optional.empty();

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            converter = SpeedConverter.class,
            description = "Divide recorded times by this; max: no pauses. Default: ${DEFAULT-VALUE}.")
    private double speed = 1;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Maximum number of concurrent calls, and number of threads. Default: ${DEFAULT-VALUE}.")
    private int inFlight = 64;

    @Option(names = "--trim", description = "Prepare files that no call changes only up to the furthest read.")
    private boolean trim;

    @Option(
            names = "--tardis",
            description =
                    "Write Tardis data, which DataNodes with the exalt agent store in little space. Sizes are the trace's.")
    private boolean tardis;

    @Option(names = "--verify", description = "Compare the bytes of reads with those that the replay wrote.")
    private boolean verify;

    @Option(names = "--dry-run", description = "Print the files and bytes to prepare, and change nothing.")
    private boolean dryRun;

    @Option(names = "--prepare-only", description = "Stop after the preparation.")
    private boolean prepareOnly;

    @Option(names = "--clean", description = "First delete the files of an earlier replay in the same directory.")
    private boolean clean;

    @Option(
            names = "--max-divergence",
            paramLabel = "N",
            description = "Stop and fail after more than this number of calls with another outcome than in the trace."
                    + " Default: no limit.")
    private long maxDivergence = Long.MAX_VALUE;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = "Record a trace of the replayed calls in this local directory.")
    private Optional<Path> record = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ReplayOptions options = options();
        PrintWriter err = spec.commandLine().getErr();
        Configuration conf = new Configuration();
        // The files may name the tracer's class; an option may name another one.
        conf.set("fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem");
        site.read(conf);
        try (ProgressLine progress = new ProgressLine(err, "trace replay");
                FileSystem fs = FileSystem.newInstance(to, conf);
                FileSystem callsOn = FileSystem.newInstance(to, target(conf))) {
            TraceInput trace = TraceInput.open(
                    conf,
                    TraceFiles.find(conf, paths, line -> {
                        err.println("trace replay: skipped " + line);
                        err.flush();
                    }),
                    under,
                    ReplayDirectory.root(under));
            Replay replay = new Replay(fs, callsOn, trace, options, progress);
            return run(replay);
        }
    }

    private int run(Replay replay) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        replay.check();
        EarlierState earlier = replay.earlier();
        if (dryRun) {
            print(out, earlier);
            return ExitCode.SUCCESS;
        }
        Policies policies = replay.policies(earlier);
        ReplayDirectory directory = replay.prepare(earlier, policies);
        if (prepareOnly) {
            print(out, earlier);
            return ExitCode.SUCCESS;
        }
        ReplayReport report = replay.run(directory, policies);
        if (json) {
            out.println(JsonText.of(ReportJson.of(report)));
        } else {
            ReportText.print(report, out);
        }
        out.flush();
        if (report.stopped()) {
            throw new IOException(report.diverged() + " calls diverged, more than --max-divergence " + maxDivergence
                    + " allows; the report lists the first ones");
        }
        return ExitCode.SUCCESS;
    }

    private void print(PrintWriter out, EarlierState earlier) {
        if (json) {
            out.println(JsonText.of(JsonText.object()
                    .put("directories", earlier.directoryCount())
                    .put("files", earlier.fileCount())
                    .put("bytes", earlier.bytes())));
        } else {
            out.println("to prepare: " + earlier.fileCount() + " files, " + earlier.directoryCount()
                    + " directories, " + SizeText.of(earlier.bytes()) + " (" + earlier.bytes()
                    + " bytes before replication)");
        }
        out.flush();
    }

    private ReplayOptions options() {
        boolean plain = !(under + "/").contains("/../") && !(under + "/").contains("/./");
        check(under.startsWith("/"), "--under", under, "must be an absolute path");
        check(plain, "--under", under, "must not contain . or .. as a directory");
        String directory = under.replaceAll("/+", "/").replaceAll("/$", "");
        check(!directory.isEmpty(), "--under", under, "the root directory cannot be a replay's directory");
        under = directory;
        check(to.getScheme() != null, "--to", to.toString(), "must be an address such as hdfs://host:8020");
        check(inFlight >= 1 && inFlight <= 10_000, "--in-flight", Integer.toString(inFlight), "must be 1 to 10000");
        check(maxDivergence >= 0, "--max-divergence", Long.toString(maxDivergence), "must be at least 0");
        boolean max = Double.isInfinite(speed);
        Loop chosen = loop.orElse(max ? Loop.CLOSED : Loop.OPEN);
        check(!max || chosen == Loop.CLOSED, "--speed", "max", "requires --loop closed");
        return new ReplayOptions(
                under,
                chosen,
                speed,
                inFlight,
                tardis ? Content.TARDIS : Content.HASHES,
                trim,
                verify,
                clean,
                maxDivergence);
    }

    private void check(boolean valid, String option, String value, String rule) {
        if (!valid) {
            throw new ParameterException(spec.commandLine(), "invalid " + option + " " + value + ": " + rule);
        }
    }

    /** Returns the configuration of the calls' target; the tracer records them with {@code --record}. */
    private Configuration target(Configuration conf) {
        Configuration target = new Configuration(conf);
        record.ifPresent(directory -> {
            target.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
            target.set(TraceKeys.DIR.name(), directory.toAbsolutePath().toString());
        });
        return target;
    }
}
