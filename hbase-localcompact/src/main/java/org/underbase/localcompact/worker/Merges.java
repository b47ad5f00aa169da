package org.underbase.localcompact.worker;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.regionserver.MergingStore;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/**
 * The merges that this server does for the replicas on its node. There is a bound on how many at a time: what comes beyond is
 * refused, and its coordinator does without.
 *
 * <p>Thread-safe.
 */
public final class Merges implements Worker, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Merges.class);

    private final Configuration conf;
    private final DistributedFileSystem fs;
    private final Supplier<ThroughputController> throughput;
    private final Duration patience;
    private final ThreadPoolExecutor pool;
    private final Map<String, Merge> running = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();

    /**
     * For one server.
     *
     * @param conf of the server
     * @param fs where its store files are
     * @param throughput the server's limit on compactions
     */
    public Merges(Configuration conf, DistributedFileSystem fs, Supplier<ThroughputController> throughput) {
        this.conf = conf;
        this.fs = fs;
        this.throughput = throughput;
        this.patience = Duration.ofMillis(LocalCompactKeys.PATIENCE.millis(conf));
        int threads = LocalCompactKeys.WORKER_THREADS.number(conf, 1, 1000);
        this.pool = new ThreadPoolExecutor(0, threads, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "localcompact-merge");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public String start(TicketProto ticket) {
        try {
            endForgotten();
            String refusal = refusal(ticket);
            if (refusal.isEmpty()) {
                run(ticket);
                return "";
            }
            return refused(refusal);
        } catch (RejectedExecutionException e) {
            return refused("busy with " + pool.getMaximumPoolSize() + " merges");
        } catch (IOException | RuntimeException e) {
            LOG.info("The merge {} is refused", ticket.getId(), e);
            return refused(String.valueOf(e.getMessage()));
        }
    }

    private String refused(String why) {
        refused.increment();
        return why;
    }

    private static String refusal(TicketProto ticket) throws IOException {
        String here = Fingerprint.of(family(ticket));
        return here.equals(ticket.getFingerprint())
                ? ""
                : "it would write other bytes: " + here + " here, " + ticket.getFingerprint() + " there";
    }

    private static ColumnFamilyDescriptor family(TicketProto ticket) throws IOException {
        try {
            TableDescriptor table =
                    TableDescriptorBuilder.parseFrom(ticket.getTable().toByteArray());
            return MergeOrders.family(table, ticket);
        } catch (DeserializationException e) {
            throw new IOException("the ticket's table cannot be read", e);
        }
    }

    private void run(TicketProto ticket) throws IOException {
        Merge merge = new Merge(
                ticket.getId(),
                ticket.getBlockSize(),
                new ReplicaChannels(fs.getClient(), ticket.getDataNode(), ticket.getClientName()),
                patience);
        MergeFileSystem seen = new MergeFileSystem(fs);
        MergingStore.Order order = new MergeOrders(conf).of(ticket, seen);
        if (running.putIfAbsent(ticket.getId(), merge) != null) {
            throw new IOException("the merge " + ticket.getId() + " runs already");
        }
        try {
            pool.execute(() -> merge.run(output -> {
                Steps.at(Step.MERGE_BEGUN, ticket.getId(), 0);
                seen.writesTo(output);
                RealTimeThroughput slowed = new RealTimeThroughput(throughput.get(), merge::cancelled);
                PinnedClock.install();
                PinnedClock.at(ticket.getNow(), () -> MergingStore.merge(order, slowed, merge::toldBy));
            }));
        } catch (RejectedExecutionException e) {
            running.remove(ticket.getId());
            throw e;
        }
    }

    @Override
    public StateProto step(StepRequestProto request) {
        Merge merge = running.get(request.getId());
        if (merge == null) {
            return StateProto.newBuilder()
                    .setPhase(Phase.FAILED)
                    .setBlock(0)
                    .setFailure("there is no merge " + request.getId())
                    .build();
        }
        StateProto state = merge.step(request);
        boolean told = request.hasOpen() || request.hasFinish() || request.getAbort();
        if (request.getEnd() || (told && state.getPhase() == Phase.FAILED)) {
            running.remove(request.getId());
        }
        return state;
    }

    /**
     * Merges that it was asked for and did not begin.
     *
     * @return how many since it started
     */
    public long refused() {
        return refused.sum();
    }

    /**
     * Merges that somebody may still ask for.
     *
     * @return how many
     */
    public int open() {
        endForgotten();
        return running.size();
    }

    private void endForgotten() {
        running.forEach((id, merge) -> {
            if (merge.forgotten()) {
                merge.cancel("nothing was heard of its coordinator");
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
