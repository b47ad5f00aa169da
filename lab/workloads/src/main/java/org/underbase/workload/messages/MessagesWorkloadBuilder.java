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

/** Builder of a {@link MessagesWorkload}. All values have defaults; {@link #build} rejects invalid ones. */
public final class MessagesWorkloadBuilder {
    /** Default name of the table. */
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

    /** Sets the name of the table, with its namespace unless that is the default one. */
    public MessagesWorkloadBuilder table(String value) {
        table = value;
        return this;
    }

    /** Sets users, messages and seed from {@link MessagesWorkload#populationOf a table}. */
    public MessagesWorkloadBuilder population(Population value) {
        users = value.users();
        messagesPerUser = value.messagesPerUser();
        seed = value.seed();
        userSkew = value.userSkew();
        shape = value.shape();
        return this;
    }

    /** Sets the number of users. */
    public MessagesWorkloadBuilder users(int value) {
        users = value;
        return this;
    }

    /** Sets the mean number of messages in a mailbox after the load. */
    public MessagesWorkloadBuilder messagesPerUser(int value) {
        messagesPerUser = value;
        return this;
    }

    /** Sets the seed. The same seed and options give the same operations. */
    public MessagesWorkloadBuilder seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the exponent of Zipf's law for the activity of users. */
    public MessagesWorkloadBuilder userSkew(double value) {
        userSkew = value;
        return this;
    }

    /** Sets the sizes of messages. */
    public MessagesWorkloadBuilder shape(MessageShape value) {
        shape = value;
        return this;
    }

    /** Sets the layout of the table. */
    public MessagesWorkloadBuilder layout(TableLayout value) {
        layout = value;
        return this;
    }

    /** Sets the initial number of regions. */
    public MessagesWorkloadBuilder regions(int value) {
        return layout(new TableLayout(
                value,
                layout.compression(),
                layout.encoding(),
                layout.blockSize(),
                layout.flushSize(),
                layout.settings()));
    }

    /** Sets the compression of data blocks: GZ, ZSTD, SNAPPY, LZ4, NONE. */
    public MessagesWorkloadBuilder compression(String value) {
        return layout(new TableLayout(
                layout.regions(), value, layout.encoding(), layout.blockSize(), layout.flushSize(), layout.settings()));
    }

    /** Sets the memstore size at which a region is flushed, in bytes; 0 for HBase's default. */
    public MessagesWorkloadBuilder flushSize(long value) {
        return layout(new TableLayout(
                layout.regions(),
                layout.compression(),
                layout.encoding(),
                layout.blockSize(),
                value,
                layout.settings()));
    }

    /** Adds a setting of the table, such as {@code hbase.hstore.compaction.min}. */
    public MessagesWorkloadBuilder tableSetting(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Sets the number of clients, each a thread with disjoint users. */
    public MessagesWorkloadBuilder threads(int value) {
        threads = value;
        return this;
    }

    /** Sets the rate of an open loop in operations per second; 0, the default, selects the closed loop. */
    public MessagesWorkloadBuilder rate(double value) {
        rate = value;
        return this;
    }

    /** Sets the arrival process of an open loop. */
    public MessagesWorkloadBuilder arrivals(Pacing.Arrivals value) {
        arrivals = value;
        return this;
    }

    /** Sets the maximum duration of a run. */
    public MessagesWorkloadBuilder duration(Duration value) {
        duration = value;
        return this;
    }

    /** Sets the maximum number of operations of a run. */
    public MessagesWorkloadBuilder operations(long value) {
        operations = value;
        return this;
    }

    /** Sets the maximum number of operations that fail after HBase's retries; one more fails the run. */
    public MessagesWorkloadBuilder maxErrors(long value) {
        maxErrors = value;
        return this;
    }

    /** Sets the ratio of gets, puts and deletes. */
    public MessagesWorkloadBuilder mix(Mix value) {
        mix = value;
        return this;
    }

    /** Sets whether the responses to gets are compared with the model. */
    public MessagesWorkloadBuilder verify(boolean value) {
        verify = value;
        return this;
    }

    /** Sets the maximum duration of one operation including its retries. */
    public MessagesWorkloadBuilder operationTimeout(Duration value) {
        operationTimeout = value;
        return this;
    }

    /** Sets the maximum duration of one attempt. */
    public MessagesWorkloadBuilder rpcTimeout(Duration value) {
        rpcTimeout = value;
        return this;
    }

    /** Sets the interval of progress reports. */
    public MessagesWorkloadBuilder reportEvery(Duration value) {
        reportEvery = value;
        return this;
    }

    /**
     * Creates the workload.
     *
     * @throws IllegalArgumentException if a value is invalid
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
            throw new IllegalArgumentException("too few users: " + threads
                    + " threads with disjoint users need at least " + threads + ", not " + users);
        }
        TableName name = TableName.valueOf(table);
        // Rejects unknown compressions and encodings before the connection to HBase.
        MessagesTable.descriptor(name, complete, population);
        return new MessagesWorkload(
                name,
                complete,
                population,
                new RunOptions(threads, pacing, bounds, mix, verify, timeouts, reportEvery));
    }
}
