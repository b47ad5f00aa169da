package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace export}: events in a format other tools read. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Write the events of traces in a format other tools read.",
        footer = {
            "",
            "csv: UTF-8, RFC 4180 with line feeds, one line of names and then one an event:",
            "  start_nanos     when the call began, nanoseconds since the epoch",
            "  duration_nanos  from call to return",
            "  host            the host of the process",
            "  process         pid@start of the process in milliseconds since the epoch",
            "  label           what the operator called the process",
            "  thread          the name of the thread that made the call",
            "  user            the user the call was made for",
            "  activity        logging, flush, read, compaction or other",
            "  call            such as pread or walWrite",
            "  path            the path at the time of the call, empty when there is none",
            "  other_path      the second path of a rename, concat or symlink",
            "  file_id         the file's identity in its process, the same after a rename",
            "  inode           the inode id where a call told it",
            "  stream_id       the stream, unique in its process",
            "  group           the same for all ranges of a vectored read",
            "  offset          where in the file the call began, in bytes",
            "  length          how many bytes were asked for",
            "  result          what came back: bytes, entries, 0 or 1; -1 at the end of a file",
            "  exception       the class of the exception the call threw",
            "  detail          further facts as key=value separated by blanks",
            "Numbers that do not apply are -1.",
            "",
            "Examples:",
            "  underbase trace export --format csv trace/ > events.csv",
            "  underbase trace export --activity flush,compaction -o io.csv hdfs://nn:8020/traces",
            "",
            "Exit codes: 0 done (damage in a trace is told on stderr), 1 a file is no trace or cannot be read, 2 usage."
        })
public final class ExportCommand implements Callable<Integer> {
    private static final int CHECK = 1024;

    /** What can be written. */
    enum Format {
        CSV
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations locations;

    @Mixin
    private Filters filters;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.CSV;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The local file to write; it must not be there yet. Default: the standard output.")
    private Path output;

    @Override
    public Integer call() throws IOException {
        filters.check(spec.commandLine());
        Configuration conf = locations.conf();
        try (TraceEvents events = filters.open(conf, locations.segments(conf))) {
            if (output == null) {
                write(events, spec.commandLine().getOut());
                if (Output.gone(spec.commandLine().getOut())) {
                    return 0;
                }
            } else {
                toFile(events);
            }
            Damages.warn(events.report(), "trace export", spec.commandLine().getErr());
        }
        return 0;
    }

    private void toFile(TraceEvents events) throws IOException {
        if (Files.exists(output)) {
            throw new IOException(output + " is there already: give another name or remove it");
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(output, StandardCharsets.UTF_8))) {
            write(events, out);
            if (out.checkError()) {
                throw new IOException("cannot write all of " + output + ": is the disk full?");
            }
        }
    }

    private void write(TraceEvents events, PrintWriter out) throws IOException {
        Predicate<TraceEvent> filter = filters.filter();
        Progress progress = new Progress(spec.commandLine().getErr(), "trace export");
        EventCsv csv = new EventCsv();
        out.append(EventCsv.HEADER).append('\n');
        long read = 0;
        long written = 0;
        while (written < filters.limit() && events.next()) {
            if (++read % CHECK == 0) {
                progress.at(counts(read, written));
                if (output == null ? Output.gone(out) : out.checkError()) {
                    break;
                }
            }
            if (filter.test(events.event())) {
                out.append(csv.line(events.event())).append('\n');
                written++;
            }
        }
        out.flush();
    }

    private Supplier<String> counts(long read, long written) {
        return () -> read + " events read, " + written + " written as " + format;
    }
}
