package org.underbase.workload.messages;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.messages.mailbox.MessageShape;
import org.underbase.workload.messages.mailbox.Mix;
import org.underbase.workload.messages.mailbox.Population;

/** Builds a {@link MessagesWorkload}; everything has a default. Wrong values are told by {@link #build}. */
public final class MessagesWorkloadBuilder {
    /** The table when nobody says another. */
    public static final String DEFAULT_TABLE = "messages";

    private String table = DEFAULT_TABLE;
    private int users = 1000;
    private int messagesPerUser = 50;
    private long seed = 1;
    private double userSkew = 0.8;
    private MessageShape shape = MessageShape.DEFAULT;
    private TableLayout layout = TableLayout.DEFAULT;
    private Map<String, String> settings = new HashMap<>();
    private int threads = 8;
    private double rate;
    private Pacing.Arrivals arrivals = Pacing.Arrivals.POISSON;
    private Duration duration = Bounds.FOREVER;
    private long operations = Long.MAX_VALUE;
    private long maxErrors;
    private Mix mix = Mix.PAPER;
    private boolean verify;
    private Duration operationTimeout = Duration.ofSeconds(60);
    private Duration rpcTimeout = Duration.ofSeconds(10);
    private Duration reportEvery = Duration.ofSeconds(5);

    MessagesWorkloadBuilder() {}

    /** Name of the table, with its namespace if it has one. */
    public MessagesWorkloadBuilder table(String value) {
        table = value;
        return this;
    }

    /** All about users and messages at once, as {@link MessagesWorkload#populationOf} finds it in a table. */
    public MessagesWorkloadBuilder population(Population value) {
        users = value.users();
        messagesPerUser = value.messagesPerUser();
        seed = value.seed();
        userSkew = value.userSkew();
        shape = value.shape();
        return this;
    }

    public MessagesWorkloadBuilder users(int value) {
        users = value;
        return this;
    }

    /** Mean number of messages in a mailbox after the load. */
    public MessagesWorkloadBuilder messagesPerUser(int value) {
        messagesPerUser = value;
        return this;
    }

    /** Of every random; the same seed and options give the same operations. */
    public MessagesWorkloadBuilder seed(long value) {
        seed = value;
        return this;
    }

    /** Exponent of Zipf's law for the activity of users. */
    public MessagesWorkloadBuilder userSkew(double value) {
        userSkew = value;
        return this;
    }

    /** Sizes of messages. */
    public MessagesWorkloadBuilder shape(MessageShape value) {
        shape = value;
        return this;
    }

    /** How the table is made. */
    public MessagesWorkloadBuilder layout(TableLayout value) {
        layout = value;
        return this;
    }

    /** Regions the table is split into from the start. */
    public MessagesWorkloadBuilder regions(int value) {
        return layout(new TableLayout(
                value,
                layout.compression(),
                layout.encoding(),
                layout.blockSize(),
                layout.flushSize(),
                layout.settings()));
    }

    /** Compression of data blocks: GZ, ZSTD, SNAPPY, LZ4, NONE. */
    public MessagesWorkloadBuilder compression(String value) {
        return layout(new TableLayout(
                layout.regions(), value, layout.encoding(), layout.blockSize(), layout.flushSize(), layout.settings()));
    }

    /** Bytes of a region's memstore at which it is flushed; 0 leaves it to HBase. */
    public MessagesWorkloadBuilder flushSize(long value) {
        return layout(new TableLayout(
                layout.regions(),
                layout.compression(),
                layout.encoding(),
                layout.blockSize(),
                value,
                layout.settings()));
    }

    /** A further configuration of the table, such as {@code hbase.hstore.compaction.min}. */
    public MessagesWorkloadBuilder tableSetting(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Clients, each a thread with its own users. */
    public MessagesWorkloadBuilder threads(int value) {
        threads = value;
        return this;
    }

    /** Operations a second in an open loop; 0, the default, is the closed loop. */
    public MessagesWorkloadBuilder rate(double value) {
        rate = value;
        return this;
    }

    /** How the operations of an open loop are spread. */
    public MessagesWorkloadBuilder arrivals(Pacing.Arrivals value) {
        arrivals = value;
        return this;
    }

    /** Ends a run after this time. */
    public MessagesWorkloadBuilder duration(Duration value) {
        duration = value;
        return this;
    }

    /** Ends a run after this many operations. */
    public MessagesWorkloadBuilder operations(long value) {
        operations = value;
        return this;
    }

    /** How many operations may fail, after HBase's own retries, before the run does. */
    public MessagesWorkloadBuilder maxErrors(long value) {
        maxErrors = value;
        return this;
    }

    /** Ratio of gets, puts and deletes. */
    public MessagesWorkloadBuilder mix(Mix value) {
        mix = value;
        return this;
    }

    /** Whether the answers to gets are compared with the model. */
    public MessagesWorkloadBuilder verify(boolean value) {
        verify = value;
        return this;
    }

    /** Longest time for one operation with all its retries. */
    public MessagesWorkloadBuilder operationTimeout(Duration value) {
        operationTimeout = value;
        return this;
    }

    /** Longest time for one attempt. */
    public MessagesWorkloadBuilder rpcTimeout(Duration value) {
        rpcTimeout = value;
        return this;
    }

    /** Distance of reports of progress. */
    public MessagesWorkloadBuilder reportEvery(Duration value) {
        reportEvery = value;
        return this;
    }

    /**
     * The workload.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public MessagesWorkload build() {
        Map<String, String> all = new HashMap<>(layout.settings());
        all.putAll(settings);
        TableLayout complete = new TableLayout(
                layout.regions(), layout.compression(), layout.encoding(), layout.blockSize(), layout.flushSize(), all);
        Population population = new Population(users, messagesPerUser, seed, userSkew, shape);
        Pacing pacing = rate == 0 ? new Pacing.ClosedLoop() : new Pacing.OpenLoop(rate, arrivals, seed);
        RunOptions.Timeouts timeouts = new RunOptions.Timeouts(operationTimeout, rpcTimeout);
        Bounds bounds = new Bounds(operations, duration, maxErrors, timeouts.stall());
        if (threads > users) {
            throw new IllegalArgumentException(
                    threads + " threads need at least as many users, each thread has its own; there are " + users);
        }
        TableName name = TableName.valueOf(table);
        // Names of compressions and encodings are looked up now, not when HBase is connected and waited for.
        MessagesTable.descriptor(name, complete, population);
        return new MessagesWorkload(
                name,
                complete,
                population,
                new RunOptions(threads, pacing, bounds, mix, verify, timeouts, reportEvery));
    }
}
