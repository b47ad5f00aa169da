package org.underbase.analysis.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.requests.RequestExport;
import org.underbase.analysis.requests.RequestFormat;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.StockClients;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeConverter;
import org.underbase.operator.output.SizeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase trace requests}: requests for cache simulators. */
@Command(
        name = "requests",
        mixinStandardHelpOptions = true,
        description = {
            "Write the reads and writes of traces in the order of time as a trace for cache simulators.",
            "The trace is read twice: a file of several processes, and one that was renamed, is one file."
        },
        footer = {
            "",
            "Formats:",
            "  oraclegeneral  Binary trace of libCacheSim, with the next access of each block: reads only.",
            "                 Blocks have 4 KiB by default.",
            "  oraclegeneralopns",
            "                 The same with reads (12) and writes (13), and the number of the column family or",
            "                 other kind of the file as namespace. The command prints the numbers.",
            "  lcs            Version 2 of libCacheSim's format with a header: the same, with the kind of the",
            "                 file as tenant.",
            "  cachebench     CSV of blocks for CacheLib's CacheBench: reads and writes. Blocks have 8 MiB",
            "                 by default.",
            "",
            "Examples:",
            "  underbase trace requests --format oraclegeneral -o hbase.oracleGeneral.bin trace/",
            "  underbase trace requests --format cachebench -o hbase.csv hdfs://nn:8020/traces",
            "",
            "Exit codes: 0 success (stderr lists what is missing), 1 failure, 2 invalid usage. After a failure FILE does"
                    + " not exist."
        })
public final class RequestsCommand implements Callable<Integer> {
    private static final long LARGEST_BLOCK = 1L << 30;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TRACE",
            arity = "1..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> traces;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description = "Output format: ${COMPLETION-CANDIDATES}.")
    private RequestFormat format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Write to this local file, which must not exist.")
    private Path output;

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Size of the blocks into which files are divided, such as 64k. Default: that of the format.")
    private Long block;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "Setting for Hadoop.")
    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        long blockBytes = block == null ? format.defaultBlockBytes() : block;
        if (blockBytes < 1 || blockBytes > LARGEST_BLOCK) {
            throw new ParameterException(
                    spec.commandLine(), "invalid --block " + blockBytes + ": must be from 1 to " + LARGEST_BLOCK);
        }
        Configuration conf = new Configuration();
        StockClients.use(conf);
        settings.forEach(conf::set);
        PrintWriter err = spec.commandLine().getErr();
        List<TraceSlice> segments =
                TraceFiles.find(conf, traces, line -> err.println("trace requests: skipped " + line));
        RequestExport.Result result;
        try (ProgressLine line = new ProgressLine(err, "trace requests")) {
            result = new RequestExport(conf, segments)
                    .write(
                            format,
                            output,
                            blockBytes,
                            (done, total) -> line.update(
                                    (double) done / total,
                                    () -> "files: read " + SizeText.of(done) + " of " + SizeText.of(total)),
                            events -> line.update(() -> "requests: read " + events + " events"));
        }
        warn(result, err);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%s: %,d requests, %,d records of blocks of %s%n",
                PrintableText.of(output.toString()),
                result.requests(),
                result.records(),
                SizeText.of(blockBytes));
        if (format.hasKinds()) {
            for (int kind = 0; kind < result.kinds().size(); kind++) {
                out.printf(
                        "%s %d: %s%n",
                        format == RequestFormat.LCS ? "tenant" : "namespace",
                        kind,
                        PrintableText.of(result.kinds().get(kind).label()));
            }
        }
        out.flush();
        return ExitCode.SUCCESS;
    }

    private static void warn(RequestExport.Result result, PrintWriter err) {
        ReadReport report = result.report();
        report.corruptRanges().forEach(range -> err.println("trace requests: corrupt: " + range));
        report.missingSegments().forEach(line -> err.println("trace requests: missing: " + line));
        count(report.drops().total(), "calls were lost while recording", err);
        count(result.withoutOffset(), "reads and writes have no offset in the trace and are not exported", err);
        count(result.withoutFile(), "reads and writes of unknown files are not exported", err);
        err.flush();
    }

    private static void count(long count, String text, PrintWriter err) {
        if (count > 0) {
            err.printf(Locale.ROOT, "trace requests: %,d %s%n", count, text);
        }
    }
}
