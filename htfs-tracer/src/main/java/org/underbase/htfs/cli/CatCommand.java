package org.underbase.htfs.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code underbase trace cat}: events as lines of text or JSON. */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = "Print the events of traces, one per line.",
        footer = {
            "",
            "A line contains the start (UTC), the duration, the activity, the call, the path, and key=value for each field"
                    + " that applies: to (the second path), offset, length, result, stream, file, inode, group, thread,"
                    + " user, process, host, label, exception, detail.",
            "",
            "Examples:",
            "  underbase trace cat --activity compaction --call create trace/",
            "  underbase trace cat --json --errors 'hdfs://nn:8020/traces/rs1-*'",
            "",
            "Exit codes: 0 success (stderr lists corrupt ranges), 1 a file is not a trace or unreadable, 2 invalid usage."
        })
public final class CatCommand implements Callable<Integer> {
    private static final int CHECK = 1024;

    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations.Required locations;

    @Mixin
    private Filters filters;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        filters.check(spec.commandLine());
        Configuration conf = locations.conf();
        ProgressLine progress = new ProgressLine(err, "trace cat");
        Predicate<TraceEvent> filter = filters.filter();
        try (TraceEvents events = filters.open(conf, locations.segments(conf));
                Lines lines = json ? new JsonLines(out) : new TextLines(out)) {
            long read = 0;
            long printed = 0;
            while (printed < filters.limit() && events.next()) {
                if (++read % CHECK == 0) {
                    progress.update(counts(read, printed));
                    if (Output.closed(out)) {
                        return ExitCode.SUCCESS;
                    }
                }
                if (filter.test(events.event())) {
                    lines.print(events.event());
                    printed++;
                }
            }
            if (Output.closed(out)) {
                return ExitCode.SUCCESS;
            }
            CorruptionReport.warn(events.report(), "trace cat", err);
        }
        // The end of the output is written only now.
        Output.closed(out);
        return ExitCode.SUCCESS;
    }

    private static Supplier<String> counts(long read, long printed) {
        return () -> read + " events read, " + printed + " printed";
    }

    /** Output format of events. */
    private interface Lines extends AutoCloseable {
        void print(TraceEvent event) throws IOException;

        @Override
        void close() throws IOException;
    }

    private record TextLines(PrintWriter out, EventText text) implements Lines {
        TextLines(PrintWriter out) {
            this(out, new EventText());
        }

        @Override
        public void print(TraceEvent event) {
            out.append(text.line(event)).append('\n');
        }

        @Override
        public void close() {
            out.flush();
        }
    }

    private record JsonLines(PrintWriter out, JsonGenerator generator) implements Lines {
        JsonLines(PrintWriter out) throws IOException {
            this(
                    out,
                    new JsonFactory()
                            .createGenerator(out)
                            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)
                            .setPrettyPrinter(new MinimalPrettyPrinter("\n")));
        }

        @Override
        public void print(TraceEvent event) throws IOException {
            EventJson.write(event, generator);
        }

        @Override
        public void close() throws IOException {
            generator.writeRaw('\n');
            generator.close();
            out.flush();
        }
    }
}
