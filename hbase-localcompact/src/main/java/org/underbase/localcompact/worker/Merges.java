package org.underbase.localcompact.worker;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.regionserver.MergingStore;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/**
 * Merges of this server for the replicas on its node. Their number is limited: further merges wait in a queue until
 * their coordinators fall back.
 *
 * <p>Thread-safe.
 */
public final class Merges implements Worker, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Merges.class);

    private static final String DISABLED = "compactions are disabled by HBase's compaction_switch";

    private final Configuration conf;
    private final DistributedFileSystem fs;
    private final FileSystem unverified;
    private final OwnNode node;
    private final Supplier<ThroughputController> throughput;
    private final BooleanSupplier enabled;
    private final Duration timeout;
    private final MergeSlots slots;
    private final ExecutorService pool;
    private final Map<String, Merge> running = new ConcurrentHashMap<>();
    private final LongAdder rejected = new LongAdder();
    private final RateBudget foreignBudget = new RateBudget(System::nanoTime);
    private final ForeignLimit foreignLimit;
    private final LongAdder foreignWaitNanos = new LongAdder();
    private final ForeignMerges foreignMerges = new ForeignMerges();

    /**
     * Creates the merges of one server.
     *
     * @param conf configuration of the server
     * @param fs file system of the store files
     * @param unverified file system that reads them without HDFS's checksums; {@code fs} if HBase does not verify its own
     * @param node node of the server
     * @param throughput supplier of the server's compaction throughput limit
     * @param enabled whether HBase's compaction switch allows compactions on this server
     */
    public Merges(
            Configuration conf,
            DistributedFileSystem fs,
            FileSystem unverified,
            OwnNode node,
            Supplier<ThroughputController> throughput,
            BooleanSupplier enabled) {
        this.conf = conf;
        this.fs = fs;
        this.unverified = unverified;
        this.node = node;
        this.throughput = throughput;
        this.foreignLimit = new ForeignLimit(conf);
        this.enabled = enabled;
        this.timeout = LocalCompactKeys.progressTimeout(conf);
        this.slots = new MergeSlots((int) LocalCompactKeys.MAX_MERGES.number(conf, 1, 1000), System::nanoTime);
        this.pool = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "localcompact-merge");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts a merge for a store of this server, which shares the limit of the server's compactions like a stock one. */
    @Override
    public StartResponseProto start(TicketProto ticket) {
        return start(ticket, merge -> throughput.get());
    }

    /**
     * Starts a merge for a store of another server.
     *
     * @param ticket inputs and parameters of the merge
     * @param owner address of the other server, for HBase's task list
     * @return response as of {@link #start(TicketProto)}
     */
    public StartResponseProto startForeign(TicketProto ticket, String owner) {
        return start(ticket, merge -> {
            foreignMerges.start(merge, ticket, owner);
            return foreign(merge);
        });
    }

    /** Creates the throughput limit of a merge for another server. */
    ThroughputController foreign(Merge merge) {
        return new ForeignThroughput(foreignBudget, () -> foreignLimit.bytesPerSecond(merge.pressure()), nanos -> {
            foreignWaitNanos.add(nanos);
            TimeUnit.NANOSECONDS.sleep(nanos);
        });
    }

    private StartResponseProto start(TicketProto ticket, Function<Merge, ThroughputController> limit) {
        try {
            cancelOrphaned();
            if (!enabled.getAsBoolean()) {
                return rejected(DISABLED);
            }
            String difference = difference(ticket);
            if (!difference.isEmpty()) {
                return rejected(difference).toBuilder().setIncompatible(true).build();
            }
            if (!slots.acquire(ticket.getId())) {
                return StartResponseProto.newBuilder()
                        .setRejection("busy with " + slots.limit() + " merges")
                        .setBusy(true)
                        .build();
            }
            run(ticket, limit);
            return StartResponseProto.getDefaultInstance();
        } catch (RejectedExecutionException e) {
            return rejected("the server stops");
        } catch (IOException | RuntimeException e) {
            LOG.info("Rejected merge {}", ticket.getId(), e);
            return rejected(String.valueOf(e.getMessage()));
        }
    }

    private StartResponseProto rejected(String cause) {
        rejected.increment();
        return StartResponseProto.newBuilder().setRejection(cause).build();
    }

    private String difference(TicketProto ticket) throws IOException {
        String versions = Fingerprint.difference(Fingerprint.of(family(ticket)), ticket.getFingerprint());
        if (!versions.isEmpty()) {
            return versions;
        }
        if (ticket.hasChecksum() && !ticket.getChecksum().equals(checksum(fs))) {
            return "different dfs.checksum.type or dfs.bytes-per-checksum: " + checksum(fs) + " here, "
                    + ticket.getChecksum() + " on the coordinator";
        }
        return WriterSettings.difference(ticket.getSettingsList(), conf);
    }

    /**
     * Formats the checksum type of new replicas: that of a file should not depend on the replica that HDFS reads.
     *
     * @param fs file system with the client that writes replicas
     * @return type and bytes per checksum
     * @throws IOException if the client's settings are invalid
     */
    public static String checksum(DistributedFileSystem fs) throws IOException {
        DataChecksum checksum = fs.getClient().getConf().createChecksum(null);
        return checksum.getChecksumType() + "/" + checksum.getBytesPerChecksum();
    }

    private static ColumnFamilyDescriptor family(TicketProto ticket) throws IOException {
        try {
            TableDescriptor table =
                    TableDescriptorBuilder.parseFrom(ticket.getTable().toByteArray());
            return MergeOrders.family(table, ticket);
        } catch (DeserializationException e) {
            throw new IOException("invalid table in the ticket", e);
        }
    }

    /** Runs a merge that has a slot. */
    private void run(TicketProto ticket, Function<Merge, ThroughputController> limit) throws IOException {
        boolean submitted = false;
        try {
            submit(ticket, limit);
            submitted = true;
        } finally {
            if (!submitted) {
                slots.release();
            }
        }
    }

    private void submit(TicketProto ticket, Function<Merge, ThroughputController> limit) throws IOException {
        node.check(ticket.getDataNode());
        ReplicaChannels channels =
                new ReplicaChannels(fs.getClient(), node, ticket.getDataNode(), ticket.getClientName());
        Merge merge = new Merge(ticket.getId(), ticket.getBlockSize(), channels, timeout);
        MergeFileSystem mergeFs = new MergeFileSystem(fs, unverified);
        MergingStore.Order order = new MergeOrders(conf).of(ticket, mergeFs);
        if (running.putIfAbsent(ticket.getId(), merge) != null) {
            throw new IOException("merge " + ticket.getId() + " is already running");
        }
        try {
            pool.execute(() -> {
                try {
                    merge.run(output -> {
                        FaultPoints.at(FaultPoint.MERGE_BEGUN, ticket.getId(), 0);
                        mergeFs.setOutput(output, channels);
                        RealTimeThroughput slowed = new RealTimeThroughput(
                                limit.apply(merge), () -> isCancelled(merge, enabled), merge.times());
                        PinnedClock.at(ticket.getNow(), () -> MergingStore.merge(order, slowed, merge::setProgress));
                    });
                } finally {
                    slots.release();
                    foreignMerges.end(merge);
                }
            });
        } catch (RejectedExecutionException e) {
            running.remove(ticket.getId());
            throw e;
        }
    }

    /** Returns whether a merge is to end; cancels it if compactions were disabled. */
    static boolean isCancelled(Merge merge, BooleanSupplier enabled) {
        if (!enabled.getAsBoolean() && !merge.cancelled()) {
            merge.cancel(DISABLED);
        }
        return merge.cancelled();
    }

    @Override
    public StateProto step(StepRequestProto request) {
        Merge merge = running.get(request.getId());
        if (merge == null) {
            if (request.getAbort()) {
                slots.abandon(request.getId());
            }
            return StateProto.newBuilder()
                    .setPhase(Phase.FAILED)
                    .setBlock(0)
                    .setFailure("unknown merge " + request.getId())
                    .build();
        }
        StateProto state = merge.step(request);
        foreignMerges.update(merge);
        boolean command = request.hasOpen() || request.hasFinalizeReplica() || request.getAbort();
        if (request.getEnd() || (command && state.getPhase() == Phase.FAILED)) {
            running.remove(request.getId());
        }
        return state;
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    /**
     * Lists the running merges for other servers.
     *
     * @return their tasks in the order of the stores
     */
    public List<TaskProto> foreignTasks() {
        return foreignMerges.tasks();
    }

    /**
     * Counts the tickets that wait for a slot.
     *
     * @return length of the queue
     */
    public int queued() {
        return slots.queued();
    }

    /**
     * Counts the rejected merges, and those that left the queue without a slot.
     *
     * @return number of rejected merges since the server started
     */
    public long rejected() {
        return rejected.sum() + slots.abandoned();
    }

    /**
     * Sums up the waits of merges for other servers.
     *
     * @return milliseconds that they waited for the throughput limit
     */
    public long foreignWaitMillis() {
        return TimeUnit.NANOSECONDS.toMillis(foreignWaitNanos.sum());
    }

    /**
     * Counts the open merges, whose coordinators may send further commands.
     *
     * @return number of open merges
     */
    public int open() {
        cancelOrphaned();
        return running.size();
    }

    private void cancelOrphaned() {
        running.forEach((id, merge) -> {
            if (merge.orphaned()) {
                merge.cancel("timed out waiting for its coordinator");
                running.remove(id);
            }
        });
    }

    @Override
    public void close() {
        running.values().forEach(merge -> merge.cancel("the server stops"));
        running.clear();
        pool.shutdownNow();
    }

    @Override
    public String toString() {
        return "this server";
    }
}
