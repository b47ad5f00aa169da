package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.testbed.Daemon;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.MessagesWorkloadBuilder;

/** Table and the RegionServer that serves all its regions. */
final class Lane {
    static final int USERS = 400;
    private static final int MESSAGES_PER_USER = 20;
    private static final int REGIONS = 4;
    private static final int THREADS = 6;

    /**
     * Work in a slice of time.
     *
     * @param operations successful gets, puts and deletes
     * @param seconds length of the slice, in seconds
     * @param cpuNanos CPU time of the RegionServer, in nanoseconds
     */
    record Slice(double operations, double seconds, double cpuNanos) {
        static final Slice NONE = new Slice(0, 0, 0);

        Slice plus(Slice other) {
            return new Slice(operations + other.operations, seconds + other.seconds, cpuNanos + other.cpuNanos);
        }

        double perSecond() {
            return operations / seconds;
        }

        double cpuMicrosPerOperation() {
            return cpuNanos / 1e3 / operations;
        }
    }

    private final TableName table;
    private final Daemon regionServer;
    private final Connection connection;
    private final long seed;

    Lane(String table, Daemon regionServer, Connection connection, long seed) {
        this.table = TableName.valueOf(table);
        this.regionServer = regionServer;
        this.connection = connection;
        this.seed = seed;
    }

    TableName table() {
        return table;
    }

    Daemon regionServer() {
        return regionServer;
    }

    void load() throws IOException {
        MessagesWorkload workload = builder().build();
        workload.createTable(connection);
        check("load", workload.load(connection, Progress.none()).measurement());
    }

    /** Continues the workload from the end of the last slice. */
    Slice run(Duration duration) throws IOException {
        long before = cpuNanos();
        Measurement measurement = builder()
                .duration(duration)
                .build()
                .run(connection, Progress.none())
                .measurement();
        check("run", measurement);
        return new Slice(measurement.operations(), measurement.elapsed().toNanos() / 1e9, cpuNanos() - before);
    }

    private MessagesWorkloadBuilder builder() {
        return MessagesWorkload.builder()
                .table(table.getNameAsString())
                .users(USERS)
                .messagesPerUser(MESSAGES_PER_USER)
                .regions(REGIONS)
                .compression("ZSTD")
                .threads(THREADS)
                .seed(seed);
    }

    private void check(String phase, Measurement measurement) throws IOException {
        if (measurement.end() != Measurement.End.COMPLETED || measurement.errors() > 0) {
            throw new IOException("the " + phase + " of table " + table + " failed after " + measurement.operations()
                    + " operations with " + measurement.errors() + " errors"
                    + measurement.failure().map(why -> ": " + why).orElse(""));
        }
    }

    private long cpuNanos() throws IOException {
        return ProcessHandle.of(regionServer.pid().orElseThrow(() -> new IOException(regionServer + " does not run")))
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new IOException("unknown CPU time of " + regionServer))
                .toNanos();
    }
}
