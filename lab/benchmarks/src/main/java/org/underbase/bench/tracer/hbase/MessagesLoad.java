package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.bench.tracer.paired.Mark;
import org.underbase.bench.tracer.paired.Toggled;
import org.underbase.htfs.record.TracerMXBean;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.MessagesWorkload;

/** Messages workload that runs without a pause against one RegionServer until it is closed. */
final class MessagesLoad implements Toggled, AutoCloseable {
    private static final int USERS = 400;
    private static final int MESSAGES_PER_USER = 20;
    private static final int REGIONS = 4;
    private static final int THREADS = 6;
    /** Longer than any benchmark. */
    private static final Duration ENDLESS = Duration.ofDays(1);

    private final MessagesWorkload workload;
    private final CountedTables tables;
    private final TracerMXBean tracer;
    private final long pid;
    private CompletableFuture<Measurement> running = CompletableFuture.failedFuture(new IOException("not started"));

    /**
     * Creates the workload.
     *
     * @param connection connection to HBase
     * @param tracer tracer of the RegionServer
     * @param pid process id of the RegionServer
     * @param seed seed of the operations
     */
    MessagesLoad(Connection connection, TracerMXBean tracer, long pid, long seed) {
        this.workload = MessagesWorkload.builder()
                .table("messages")
                .users(USERS)
                .messagesPerUser(MESSAGES_PER_USER)
                .regions(REGIONS)
                .compression("ZSTD")
                .threads(THREADS)
                .seed(seed)
                .duration(ENDLESS)
                .build();
        this.tables = new CountedTables(connection);
        this.tracer = tracer;
        this.pid = pid;
    }

    /** Creates and fills the table. */
    void load() throws IOException {
        workload.createTable(tables.connection());
        check(workload.load(tables.connection(), Progress.none()).measurement(), Measurement.End.COMPLETED);
    }

    /** Starts the operations. */
    void start() {
        running = CompletableFuture.supplyAsync(() -> {
            try {
                return workload.run(tables.connection(), Progress.none()).measurement();
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static void check(Measurement measurement, Measurement.End expected) throws IOException {
        if (measurement.end() != expected || measurement.errors() > 0) {
            throw new IOException("the workload failed after " + measurement.operations() + " operations with "
                    + measurement.errors() + " errors"
                    + measurement.failure().map(why -> ": " + why).orElse(""));
        }
    }

    @Override
    public void record(boolean on) {
        tracer.setOn(on);
    }

    @Override
    public void changeNothing() {
        tracer.setLimitAction(tracer.getLimitAction());
    }

    @Override
    public Mark mark() throws IOException {
        if (running.isDone()) {
            throw new IOException("the workload has ended: " + running);
        }
        TaskTimes times = TaskTimes.of(pid);
        return new Mark(tables.calls(), times.otherNanos(), times.tracerNanos());
    }

    /** Ends the operations and checks that none failed. */
    @Override
    public void close() throws IOException {
        workload.stop();
        try {
            check(running.join(), Measurement.End.STOPPED);
        } catch (CompletionException e) {
            throw new IOException("the workload failed: " + e.getCause(), e);
        }
    }
}
