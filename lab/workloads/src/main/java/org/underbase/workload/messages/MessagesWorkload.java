package org.underbase.workload.messages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Pair;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Driver;
import org.underbase.workload.drive.HistogramSink;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.drive.PhaseRunner;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.mailbox.InitialMailbox;
import org.underbase.workload.messages.mailbox.Mailbox;
import org.underbase.workload.messages.mailbox.MessageSource;
import org.underbase.workload.messages.mailbox.OperationStream;
import org.underbase.workload.messages.mailbox.Population;
import org.underbase.workload.messages.mailbox.UserShares;

/**
 * Facebook Messages workload on any HBase.
 *
 * <pre>{@code
 * MessagesWorkload workload = MessagesWorkload.builder().users(1000).messagesPerUser(50).duration(Duration.ofMinutes(2)).build();
 * workload.createTable(connection);
 * workload.load(connection, Progress.none());
 * RunResult result = workload.run(connection, Progress.none());
 * VerifyResult verified = workload.verify(connection, Progress.none());
 * }</pre>
 *
 * Each phase ends: HBase calls have the timeouts of the builder, and a client that exceeds them fails the phase. A failure
 * of an operation is returned in the result; a failure before the first operation is thrown. One phase at a time; only
 * {@link #stop} may be called from other threads.
 */
public final class MessagesWorkload {
    private static final int SCAN_CACHING = 20;

    private final TableName table;
    private final TableLayout layout;
    private final Population population;
    private final RunOptions options;
    private final Map<Integer, Mailbox> known = new HashMap<>();
    private final PhaseRunner phases = new PhaseRunner();

    MessagesWorkload(TableName table, TableLayout layout, Population population, RunOptions options) {
        this.table = table;
        this.layout = layout;
        this.population = population;
        this.options = options;
    }

    public static MessagesWorkloadBuilder builder() {
        return new MessagesWorkloadBuilder();
    }

    /** Returns users, messages and seed. */
    public Population population() {
        return population;
    }

    /**
     * Reads the population of a table, for a builder.
     *
     * @throws IOException if the table does not exist, was not created by {@link #createTable}, or HBase does not respond
     */
    public static Population populationOf(Connection connection, String table) throws IOException {
        return MessagesTable.population(connection, TableName.valueOf(table));
    }

    /**
     * Creates the table, empty and split.
     *
     * @throws IOException if the table exists, HBase rejects the layout or does not respond
     */
    public void createTable(Connection connection) throws IOException {
        MessagesTable.create(connection, table, layout, population);
    }

    /**
     * Drops the table if it exists.
     *
     * @return whether the table existed
     * @throws IOException if the table does not belong to this workload or HBase does not respond
     */
    public boolean dropTable(Connection connection) throws IOException {
        return MessagesTable.drop(connection, table);
    }

    /** Ends the running phase after the operations in flight, and every later phase at once. */
    public void stop() {
        phases.stop();
    }

    /**
     * Writes the initial mailboxes of all users.
     *
     * @throws IOException if the table does not exist
     */
    public LoadResult load(Connection connection, Progress progress) throws IOException {
        checkTable(connection);
        Traffic traffic = new Traffic();
        InitialMailbox initial = new InitialMailbox(population, new MessageSource(population));
        try (Tables tables = new Tables(connection, table, options.timeouts())) {
            List<LoadClient> clients = new ArrayList<>();
            int threads = Math.min(options.threads(), population.users());
            for (int i = 0; i < threads; i++) {
                clients.add(new LoadClient(initial, tables.open(), traffic, i, threads, population.users()));
            }
            Bounds bounds = new Bounds(
                    population.users(), Bounds.FOREVER, 0, options.timeouts().stall());
            Driver.Plan plan = new Driver.Plan(
                    "load", "users", List.of("load-mailbox"), new Pacing.ClosedLoop(), bounds, options.reportEvery());
            Measurement measurement = phases.run(plan, clients, progress, HistogramSink.none());
            return new LoadResult(measurement, traffic.cellsPut(), traffic.bytesPut());
        }
    }

    /** Runs the operations without a histogram log; see {@link #run(Connection, Progress, HistogramSink)}. */
    public RunResult run(Connection connection, Progress progress) throws IOException {
        return run(connection, progress, HistogramSink.none());
    }

    /**
     * Runs operations until a bound of the builder is reached. A later run continues from the table's state.
     *
     * @throws IOException if the table does not exist or is not loaded, or HBase does not respond at the start
     */
    public RunResult run(Connection connection, Progress progress, HistogramSink sink) throws IOException {
        checkTable(connection);
        known.clear();
        Traffic traffic = new Traffic();
        MessageSource source = new MessageSource(population);
        List<UserShares.Share> shares = UserShares.deal(population, options.threads());
        try (Tables tables = new Tables(connection, table, options.timeouts())) {
            StoredMailboxes mailboxes = new StoredMailboxes(population, source, tables, traffic);
            mailboxes.survey();
            List<MessagesClient> clients = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                OperationStream stream = new OperationStream(source, options.mix(), i, shares.get(i), mailboxes);
                clients.add(new MessagesClient(stream, tables.open(), traffic, options.verify()));
            }
            Driver.Plan plan = new Driver.Plan(
                    "run", "operations", Types.titles(), options.pacing(), options.bounds(), options.reportEvery());
            Measurement measurement = phases.run(plan, clients, progress, sink);
            // The model of a client that hangs inside an operation is unreliable.
            if (measurement.hanging() == 0) {
                for (MessagesClient client : clients) {
                    client.touched().forEach(mailbox -> known.put(mailbox.user(), mailbox));
                }
            }
            return new RunResult(
                    measurement,
                    traffic.cellsPut(),
                    traffic.bytesPut(),
                    traffic.bytesGot(),
                    traffic.mailboxesRecovered(),
                    traffic.checks());
        }
    }

    /**
     * Reads the whole table and checks that messages and indexes are consistent and that contents match the seed. For
     * mailboxes that the last run of this object changed, it checks that all acknowledged data exists.
     *
     * @throws IOException if the table does not exist or HBase does not respond at the start
     */
    public VerifyResult verify(Connection connection, Progress progress) throws IOException {
        checkTable(connection);
        Audit audit = new Audit(population, new MessageSource(population), known);
        try (Tables tables = new Tables(connection, table, options.timeouts())) {
            Queue<Scan> scans = scans(connection);
            List<AuditClient> clients = new ArrayList<>();
            int threads = Math.min(options.threads(), scans.size());
            for (int i = 0; i < threads; i++) {
                clients.add(new AuditClient(tables.open(), scans, audit));
            }
            Bounds bounds = new Bounds(
                    Long.MAX_VALUE, Bounds.FOREVER, 0, options.timeouts().stall());
            Driver.Plan plan = new Driver.Plan(
                    "verify", "rows", List.of("check-row"), new Pacing.ClosedLoop(), bounds, options.reportEvery());
            return audit.finish(phases.run(plan, clients, progress, HistogramSink.none()));
        }
    }

    private Queue<Scan> scans(Connection connection) throws IOException {
        Queue<Scan> scans = new ConcurrentLinkedQueue<>();
        try (RegionLocator regions = connection.getRegionLocator(table)) {
            Pair<byte[][], byte[][]> keys = regions.getStartEndKeys();
            for (int i = 0; i < keys.getFirst().length; i++) {
                scans.add(new Scan()
                        .withStartRow(keys.getFirst()[i])
                        .withStopRow(keys.getSecond()[i])
                        .setCaching(SCAN_CACHING)
                        .setCacheBlocks(false));
            }
        }
        return scans;
    }

    private void checkTable(Connection connection) throws IOException {
        Population stored = MessagesTable.population(connection, table);
        if (!stored.equals(population)) {
            throw new IOException("table " + table + " was created for " + stored + ", not for " + population);
        }
    }
}
