package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace stat}: what is in traces, in numbers. */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = "Sum traces up: span, events, bytes, by call, by activity, by process; what was lost.",
        footer = {
            "",
            "Bytes read and written are what the calls returned. Time is the time inside calls, summed over threads.",
            "",
            "Examples:",
            "  underbase trace stat /var/log/hadoop/underbase-trace",
            "  underbase trace stat --json 'hdfs://nn:8020/traces/rs1-*'",
            "",
            "Exit codes: 0 done (what is missing is part of the answer), 1 a file is no trace or cannot be read, 2 usage."
        })
public final class StatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations locations;

    @Option(names = "--json", description = "One JSON object instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Configuration conf = locations.conf();
        Progress progress = new Progress(spec.commandLine().getErr(), "trace stat");
        List<SegmentFacts> segments = new ArrayList<>();
        for (TraceSlice slice : locations.segments(conf)) {
            segments.add(SegmentFacts.read(conf, slice, progress));
        }
        Stat stat = Stat.of(segments);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StatJson.of(stat));
        } else {
            new StatText(out).print(stat);
        }
        out.flush();
        return 0;
    }
}
