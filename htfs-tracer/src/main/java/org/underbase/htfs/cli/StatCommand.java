package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace stat}: summary of traces. */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = "Summarize traces: time span, events and bytes by call, activity and process; dropped events.",
        footer = {
            "",
            "Bytes read and written are the results of the calls. Time is the time inside calls, summed over threads.",
            "",
            "Examples:",
            "  underbase trace stat /var/log/hadoop/underbase-trace",
            "  underbase trace stat --json 'hdfs://nn:8020/traces/rs1-*'",
            "",
            "Exit codes: 0 success (also for incomplete traces), 1 a file is not a trace or unreadable, 2 invalid usage."
        })
public final class StatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations.Required locations;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Configuration conf = locations.conf();
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "trace stat");
        List<SegmentSummary> segments = new ArrayList<>();
        for (TraceSlice slice : locations.segments(conf)) {
            segments.add(SegmentSummary.read(conf, slice, progress));
        }
        Stat stat = Stat.of(segments);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StatJson.of(stat));
        } else {
            new StatText(out).print(stat);
        }
        out.flush();
        return ExitCode.SUCCESS;
    }
}
