package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace export}: events in a format for other tools. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Write the events of traces in a format for other tools.",
        footer = {
            "",
            "csv: UTF-8, RFC 4180 with line feeds, a header line and one line per event:",
            "  start_nanos     start of the call, in nanoseconds since the epoch",
            "  duration_nanos  time from call to return, in nanoseconds",
            "  host            host of the process",
            "  process         pid@start of the process, in milliseconds since the epoch",
            "  label           name that the operator gave the process",
            "  thread          name of the thread",
            "  user            user of the call",
            "  activity        logging, flush, read, compaction or other",
            "  call            such as pread or walWrite",
            "  path            path at the time of the call; empty without a path",
            "  other_path      second path of a rename, concat or symlink",
            "  file_id         id of the file in its process; unchanged by a rename",
            "  inode           inode id, if a call returned it",
            "  stream_id       id of the stream in its process",
            "  group           id of a vectored read, equal for all its ranges",
            "  offset          offset in the file, in bytes",
            "  length          number of requested bytes",
            "  result          bytes, entries, 0 or 1; -1 at end of file",
            "  exception       class of the exception that the call threw",
            "  detail          further fields as key=value, separated by blanks",
            "  thread_id       id of the thread in its process; unchanged by a new name",
            "  file_system     authority of the file system, such as the name service",
            "  block_pool      block pool of the file, if known",
            "  first_block     id of the file's first block, if known; unchanged by a rename",
            "  ec_policy       erasure coding policy of the file, if known",
            "A number that does not apply is -1.",
            "",
            "msr: reads and writes as CSV like the MSR Cambridge traces, for cache simulators:",
            "  time in 100 ns since 1601, HOST-PID@START, id of the file in that process, Read or Write, offset,",
            "  bytes, latency in 100 ns",
            "fio: reads, writes and hsyncs as iolog version 3 for fio 3.31 and later:",
            "  a file is its path at the time of the call, with _ for blanks",
            "audit: NameNode calls on paths as the NameNode's audit log, in UTC, for Dynamometer",
            "",
            "Examples:",
            "  underbase trace export --format csv trace/ > events.csv",
            "  underbase trace export --activity flush,compaction -o io.csv hdfs://nn:8020/traces",
            "  underbase trace export --format fio -o hbase.iolog trace/",
            "",
            "Exit codes: 0 success (stderr lists corrupt ranges), 1 failure, 2 invalid usage. After a failure FILE"
                    + " does not exist."
        })
public final class ExportCommand implements Callable<Integer> {
    private static final int CHECK = 1024;

    /** Output formats. */
    enum Format {
        CSV,
        MSR,
        FIO,
        AUDIT;

        private EventFormat start() {
            return switch (this) {
                case CSV -> new EventCsv();
                case MSR -> new EventMsr();
                case FIO -> new EventFio();
                case AUDIT -> new EventAudit();
            };
        }
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations.Optional locations;

    @Mixin
    private Filters filters;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.CSV;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this local file, which must not exist. Default: standard output.")
    private Path output;

    @Override
    public Integer call() throws IOException {
        filters.check(spec.commandLine());
        Configuration conf = locations.conf();
        try (TraceEvents events = filters.open(conf, locations.segments(conf))) {
            if (output == null) {
                write(events, spec.commandLine().getOut());
                if (Output.closed(spec.commandLine().getOut())) {
                    return ExitCode.SUCCESS;
                }
            } else {
                toFile(events);
            }
            CorruptionReport.warn(
                    events.report(), "trace export", spec.commandLine().getErr());
        }
        return ExitCode.SUCCESS;
    }

    private void toFile(TraceEvents events) throws IOException {
        NewFile file = NewFile.create(output);
        boolean complete = false;
        try (file) {
            write(events, file);
            complete = true;
        } finally {
            if (!complete) {
                Files.deleteIfExists(output);
            }
        }
    }

    private void write(TraceEvents events, Writer out) throws IOException {
        Predicate<TraceEvent> filter = filters.filter();
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "trace export");
        EventFormat lines = format.start();
        line(lines.header(), out);
        long read = 0;
        long written = 0;
        while (written < filters.limit() && events.next()) {
            if (++read % CHECK == 0) {
                progress.update(counts(read, written));
                if (output == null && Output.closed(spec.commandLine().getOut())) {
                    break;
                }
            }
            if (filter.test(events.event()) && line(lines.lines(events.event()), out)) {
                written++;
            }
        }
        out.flush();
    }

    private static boolean line(CharSequence text, Writer out) throws IOException {
        if (text.length() == 0) {
            return false;
        }
        out.append(text).append('\n');
        return true;
    }

    private Supplier<String> counts(long read, long written) {
        return () -> read + " events read, " + written + " written as " + format;
    }
}
