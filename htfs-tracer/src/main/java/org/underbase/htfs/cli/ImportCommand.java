package org.underbase.htfs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.underbase.htfs.imports.AuditLog;
import org.underbase.htfs.imports.CacheBenchCsv;
import org.underbase.htfs.imports.ClientTrace;
import org.underbase.htfs.imports.HtfsLog;
import org.underbase.htfs.imports.ImportResult;
import org.underbase.htfs.imports.MsrCsv;
import org.underbase.htfs.imports.SourceFormat;
import org.underbase.htfs.imports.TraceImport;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase trace import}: a trace from the log or trace of another tool. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Convert logs and traces of other tools into a trace, which all commands on traces accept.",
            "The files can be compressed with gzip. They are read in the given order, with bounded memory."
        },
        footer = {
            "",
            "Formats:",
            "  audit        NameNode audit log, also Dynamometer's: calls, paths, users, clients.",
            "               It lacks bytes, sizes and latencies.",
            "  clienttrace  DataNode logs with lines of the logger DataNode.clienttrace: bytes by replica",
            "               and block. DataNodes log reads at level DEBUG only and short-circuit reads",
            "               never. NameNode logs with \"BLOCK* allocate\" lines, if they come first, name",
            "               the files of new blocks.",
            "  htfs         Text log of Facebook's HTFS (APITrace): all calls of the file system. It lacks",
            "               threads and failed calls; its times count from --epoch. Scans of complete store",
            "               files show compactions of HBase; for that, the files are read twice.",
            "  msr          CSV of the MSR Cambridge traces: reads and writes of disks, response times.",
            "  cachebench   CSV of blocks for CacheLib's CacheBench, with a header line.",
            "analyze prints a number that the source cannot provide as not available.",
            "",
            "Examples:",
            "  underbase trace import audit hdfs-audit.log.1.gz hdfs-audit.log -o audit-trace",
            "  underbase trace import clienttrace namenode.log datanode-*.log -o transfers",
            "  underbase trace import msr hm_0.csv.gz -o hm --json",
            "",
            "Exit codes: 0 success (stderr lists malformed lines), 1 failure or malformed lines with --strict, 2 invalid"
                    + " usage. After a failure DIR is unchanged."
        })
public final class ImportCommand implements Callable<Integer> {
    /** Source formats. */
    enum Format {
        AUDIT,
        CLIENTTRACE,
        HTFS,
        MSR,
        CACHEBENCH
    }

    /** Latest start of a process, so that the times of its calls are within the limits of the format. */
    private static final long MAX_EPOCH = 1L << 61;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FORMAT", description = "Format of the files; see below.")
    private Format format;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "Local files of the format.")
    private List<Path> files;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Local directory for the trace, missing or empty.")
    private Path output;

    @Option(names = "--json", description = "Print the summary as one JSON object.")
    private boolean json;

    @Option(names = "--strict", description = "Write nothing and exit with 1 if a line is malformed.")
    private boolean strict;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description =
                    "Time zone of audit and clienttrace logs, such as UTC or Europe/Paris. Default: that of this machine.")
    private ZoneId zone = ZoneId.systemDefault();

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            converter = Filters.TimeConverter.class,
            description = "Start of the processes of an htfs log, like 2013-06-07T00:00:00Z. Default: 1970.")
    private Long epoch;

    @Option(
            names = "--bytes-per-checksum",
            paramLabel = "N",
            defaultValue = "512",
            description =
                    "Bytes per checksum of the blocks in a clienttrace log, whose reads contain the checksums; 0 if"
                            + " they do not. Default: ${DEFAULT-VALUE}.")
    private int bytesPerChecksum;

    @Override
    public Integer call() throws IOException {
        if (bytesPerChecksum < 0) {
            throw new ParameterException(
                    spec.commandLine(), "invalid --bytes-per-checksum " + bytesPerChecksum + ": must be at least 0");
        }
        if (epoch != null && epoch > MAX_EPOCH) {
            throw new ParameterException(spec.commandLine(), "invalid --epoch: must be before 2043");
        }
        PrintWriter err = spec.commandLine().getErr();
        ImportResult result;
        try (ProgressLine line = new ProgressLine(err, "trace import")) {
            result = new TraceImport(
                            source(),
                            strict,
                            (bytes, total, lines) -> line.update(
                                    total == 0 ? -1 : (double) bytes / total,
                                    () -> "read " + SizeText.of(bytes) + " of " + SizeText.of(total) + ", " + lines
                                            + " lines"))
                    .run(files, output);
        }
        for (ImportResult.BadLine bad : result.firstBadLines()) {
            err.println("trace import: malformed line " + bad.file() + ":" + bad.line() + ": " + bad.reason());
        }
        if (result.badLines() > result.firstBadLines().size()) {
            err.println("trace import: and "
                    + (result.badLines() - result.firstBadLines().size()) + " more malformed lines");
        }
        err.flush();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(json(result)));
        } else {
            print(result, out);
        }
        out.flush();
        return result.written() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private SourceFormat source() {
        return switch (format) {
            case AUDIT -> new AuditLog(zone);
            case CLIENTTRACE -> new ClientTrace(zone, bytesPerChecksum);
            case HTFS -> new HtfsLog(epoch == null ? 0 : epoch);
            case MSR -> new MsrCsv();
            case CACHEBENCH -> new CacheBenchCsv();
        };
    }

    private void print(ImportResult result, PrintWriter out) {
        if (!result.written()) {
            out.printf(
                    Locale.ROOT,
                    "nothing written: %,d of %,d lines are malformed%n",
                    result.badLines(),
                    result.lines());
            return;
        }
        out.printf(
                Locale.ROOT,
                "%s: %,d events of %s, %s in %s%n",
                PrintableText.of(output.toString()),
                result.events(),
                PrintableText.count(result.processes(), "process"),
                SizeText.of(result.bytes()),
                PrintableText.count(result.segments(), "segment"));
        out.printf(
                Locale.ROOT,
                "lines       %,d: %,d malformed, %,d of other kinds%n",
                result.lines(),
                result.badLines(),
                result.otherLines());
        out.printf("time        %s to %s%n", time(result.firstNanos()), time(result.lastNanos()));
        result.remarks().forEach((remark, count) -> out.printf(Locale.ROOT, "%,d %s%n", count, remark));
    }

    private static Instant time(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private ObjectNode json(ImportResult result) {
        ObjectNode root = JsonText.object()
                .put("format", format.name().toLowerCase(Locale.ROOT))
                .put("output", output.toString())
                .put("written", result.written())
                .put("lines", result.lines())
                .put("otherLines", result.otherLines())
                .put("malformedLines", result.badLines())
                .put("events", result.events());
        ArrayNode bad = root.putArray("firstMalformedLines");
        result.firstBadLines().forEach(line -> bad.addObject()
                .put("file", line.file())
                .put("line", line.line())
                .put("reason", line.reason()));
        if (result.written()) {
            root.put("processes", result.processes())
                    .put("segments", result.segments())
                    .put("bytes", result.bytes())
                    .put("firstNanos", result.firstNanos())
                    .put("lastNanos", result.lastNanos());
        }
        ObjectNode remarks = root.putObject("remarks");
        result.remarks().forEach(remarks::put);
        return root;
    }
}
