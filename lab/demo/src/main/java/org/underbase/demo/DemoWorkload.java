package org.underbase.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.LoadResult;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.MessagesWorkloadBuilder;
import org.underbase.workload.messages.RunResult;

/** Facebook Messages workload with the options of the demo. */
final class DemoWorkload {
    /** Name of its table. */
    static final String TABLE = MessagesWorkloadBuilder.DEFAULT_TABLE;

    private final MessagesWorkload workload;
    private final Phases phases;

    DemoWorkload(DemoOptions options, Phases phases) {
        this.phases = phases;
        this.workload = MessagesWorkload.builder()
                .table(TABLE)
                .users(options.users())
                .messagesPerUser(options.messagesPerUser())
                .seed(options.seed())
                .regions(options.nodes())
                .compression("ZSTD")
                .threads(options.threads())
                .duration(options.duration())
                .rpcTimeout(Duration.ofSeconds(20))
                .reportEvery(Duration.ofSeconds(10))
                .build();
    }

    void load(Connection connection) throws IOException {
        workload.createTable(connection);
        LoadResult loaded = workload.load(connection, progress());
        check("load", loaded.measurement());
        phases.log("loaded %,d mailboxes, %,d cells", loaded.measurement().operations(), loaded.cellsPut());
    }

    /** Runs the operations and describes the result. */
    String run(Connection connection) throws IOException {
        RunResult run = workload.run(connection, progress());
        check("run", run.measurement());
        return String.format(
                Locale.ROOT,
                "%,d gets, %,d puts, %,d deletes, %,.0f/s",
                run.gets(),
                run.puts(),
                run.deletes(),
                run.measurement().perSecond());
    }

    private static void check(String phase, Measurement measurement) throws IOException {
        if (measurement.end() != Measurement.End.COMPLETED || measurement.errors() > 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "%s of the workload failed after %,d operations with %,d errors%s",
                    phase,
                    measurement.operations(),
                    measurement.errors(),
                    measurement.failure().map(reason -> ": " + reason).orElse("")));
        }
    }

    private Progress progress() {
        return report -> phases.log(
                "%s: %,d%s %s, %,.0f/s%s",
                report.phase(),
                report.done(),
                report.total() > 0 ? String.format(Locale.ROOT, " of %,d", report.total()) : "",
                report.unit(),
                report.perSecond(),
                report.p99() > 0 ? String.format(Locale.ROOT, ", p99 %.1f ms", report.p99() / 1e6) : "");
    }
}
