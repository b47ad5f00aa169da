package org.underbase.localcompact.coordinator;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.hdfs.PlacementException;
import org.underbase.localcompact.hdfs.ReplicatedFile;
import org.underbase.localcompact.hdfs.UnsupportedFileException;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Fingerprint;
import org.underbase.localcompact.worker.Merges;
import org.underbase.localcompact.worker.TaskEntry;
import org.underbase.localcompact.worker.Worker;
import org.underbase.operator.activity.Activity;
import org.underbase.operator.activity.ActivityObservers;
import org.underbase.operator.config.InvalidSettingException;

/** Coordinator of the local compactions of one RegionServer's stores. Thread-safe. */
public class Coordinator implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    private static final Duration ORPHAN_RETRY = Duration.ofSeconds(5);

    private final DistributedFileSystem fs;
    private final RegionServerServices server;
    private final Configuration site;
    private final WorkerDirectory workers;
    private final FavoredNodeManager favoredNodes;
    private final OrphanCleaner orphans;
    private final ShadowMerges shadows;
    private final CompactionCounters counters = new CompactionCounters();
    private final FailureMemory failures;
    private final StoreBackoff backoff;
    private final OutputSizeEstimator estimator = new OutputSizeEstimator();
    private final Set<TaskEntry> running = ConcurrentHashMap.newKeySet();
    private final Set<String> unassigned = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService assigner =
            Executors.newSingleThreadScheduledExecutor(daemons("localcompact-favored-nodes"));
    private final ExecutorService pool = Executors.newCachedThreadPool(daemons("localcompact-coordinate"));

    /**
     * Creates the coordinator of one server.
     *
     * @param fs file system of its store files
     * @param server server that owns the stores
     * @param workers directory of the servers that merge
     */
    public Coordinator(DistributedFileSystem fs, RegionServerServices server, WorkerDirectory workers) {
        this.fs = fs;
        this.server = server;
        this.site = server.getConfiguration();
        this.favoredNodes = new FavoredNodeManager(fs, server);
        this.orphans = new OrphanCleaner(fs, ORPHAN_RETRY);
        this.shadows = new ShadowMerges(fs, orphans, site);
        this.workers = workers;
        this.failures = new FailureMemory(LocalCompactKeys.exclusion(site), System::nanoTime);
        this.backoff = new StoreBackoff(LocalCompactKeys.exclusion(site), System::nanoTime);
        long checkMillis = LocalCompactKeys.refreshInterval(site).toMillis();
        var unused =
                assigner.scheduleWithFixedDelay(favoredNodes::renew, checkMillis, checkMillis, TimeUnit.MILLISECONDS);
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Returns the counters of this server's compactions.
     *
     * @return live counters
     */
    public CompactionCounters counters() {
        return counters;
    }

    /**
     * Returns the comparison with stock compactions.
     *
     * @return comparison of sampled local compactions
     */
    public ShadowMerges shadows() {
        return shadows;
    }

    /**
     * Returns why this server starts no local compaction.
     *
     * @return cause; empty if it does
     */
    public Optional<String> suspension() {
        return shadows.difference();
    }

    /**
     * Lists the running local compactions.
     *
     * @return their tasks in the order of the stores
     */
    public List<TaskProto> tasks() {
        return running.stream()
                .map(TaskEntry::state)
                .sorted(Comparator.comparing(TaskProto::getStore))
                .toList();
    }

    /**
     * Returns the memory of failed nodes.
     *
     * @return live memory
     */
    public FailureMemory failures() {
        return failures;
    }

    /**
     * Starts the selection of favored nodes for a store's region.
     *
     * @param store opened store
     * @param conf configuration of the store
     */
    public void opened(HStore store, Configuration conf) {
        if (store.getTableName().isSystemTable()
                || !LocalCompactKeys.enabled(conf, site)
                || !LocalCompactKeys.FAVORED_NODES_ENABLED.flag(conf)) {
            return;
        }
        // Every store of a region calls this, and at server start all regions open at once: select once per region.
        String region = store.getRegionInfo().getEncodedName();
        if (unassigned.add(region)) {
            assigner.execute(() -> {
                unassigned.remove(region);
                favoredNodes.assign(store);
            });
        }
    }

    /**
     * Compacts a store on the nodes that hold its files.
     *
     * @param store store to compact
     * @param conf configuration of the store
     * @param request compaction request with its files
     * @param user user who requested the compaction; null for HBase itself
     * @param progress progress to update
     * @return output file, not committed
     * @throws FallbackException on every failure; the output file is then deleted, and the caller uses stock compaction
     */
    public LocalOutput compact(
            HStore store, Configuration conf, CompactionRequestImpl request, User user, Progress progress)
            throws FallbackException {
        try {
            return compactLocally(store, conf, request, user, progress);
        } catch (FallbackException e) {
            throw e;
        } catch (UnsupportedFileException e) {
            throw new FallbackException(FallbackReason.INELIGIBLE, e.getMessage(), e);
        } catch (PlacementException e) {
            // A tier policy requires other nodes, or a node is full or busy.
            throw new FallbackException(FallbackReason.PLACEMENT, e.getMessage(), e);
        } catch (InvalidSettingException e) {
            throw new FallbackException(FallbackReason.INELIGIBLE, e.getMessage(), e);
        } catch (IOException | RuntimeException | LinkageError e) {
            // The jar may have been overwritten: an error would end every compaction of the server.
            throw new FallbackException(FallbackReason.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private LocalOutput compactLocally(
            HStore store, Configuration conf, CompactionRequestImpl request, User user, Progress progress)
            throws IOException {
        if (!LocalCompactKeys.enabled(conf, site)) {
            throw new FallbackException(FallbackReason.DISABLED, LocalCompactKeys.ENABLED.name() + " is false");
        }
        if (store.getTableName().isSystemTable()) {
            throw new FallbackException(FallbackReason.DISABLED, "the table is a system table");
        }
        Optional<String> suspension = suspension();
        if (suspension.isPresent()) {
            throw new FallbackException(FallbackReason.DISABLED, suspension.get());
        }
        // An invalid value would fail the compaction after its merges.
        LocalCompactKeys.shadowEvery(site);
        String obstacle = Eligibility.obstacle(store, conf, site, request)
                .or(() -> Observers.obstacle(store, request, user))
                .orElse("");
        if (!obstacle.isEmpty()) {
            throw new FallbackException(FallbackReason.INELIGIBLE, obstacle);
        }
        Optional<String> pressure = Owner.obstacle(server.getCompactionPressure(), conf, site);
        if (pressure.isPresent()) {
            throw new FallbackException(FallbackReason.PRESSURE, pressure.get());
        }
        Optional<String> failing = backoff.obstacle(name(store));
        if (failing.isPresent()) {
            throw new FallbackException(FallbackReason.BACKOFF, failing.get());
        }
        Path output = output(store, request);
        short replication = replication(conf, output);
        Chosen chosen = choose(
                conf,
                request,
                replication,
                estimator.estimate(store, request),
                Fingerprint.of(store.getColumnFamilyDescriptor()));
        LOG.info(
                "Starting local compaction of {} on {}: {}",
                describe(store, request),
                chosen.workers().values(),
                chosen.cost());
        return run(store, conf, request, output, replication, chosen, progress);
    }

    private static String name(HStore store) {
        return store.getRegionInfo().getRegionNameAsString() + "/" + store.getColumnFamilyName();
    }

    /**
     * Records the output size of a stock compaction for the next estimate of the store.
     *
     * @param store compacted store
     * @param request finished compaction request
     * @param outputs output files
     */
    public void learnFromStock(HStore store, CompactionRequestImpl request, Collection<Path> outputs) {
        try {
            long length = 0;
            for (Path output : outputs) {
                length += fs.getFileStatus(output).getLen();
            }
            estimator.learn(store, request, length);
        } catch (IOException e) {
            LOG.info("Cannot read the output size of {}", describe(store, request), e);
        }
    }

    /**
     * Formats a compaction for messages.
     *
     * @param store store to compact
     * @param request compaction request
     * @return region, family, number and size of the files
     */
    public static String describe(HStore store, CompactionRequestImpl request) {
        return name(store) + ", " + request.getFiles().size() + " files of " + request.getSize() + " bytes"
                + (request.isAllFiles() ? " (all)" : "");
    }

    /** Returns a new path for the output of a compaction. */
    static Path output(HStore store, CompactionRequestImpl request) {
        boolean first = store.getStoreEngine().requireWritingToTmpDirFirst();
        Path directory = first
                ? new Path(store.getRegionFileSystem().getTempDir(), store.getColumnFamilyName())
                : store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
        Path output = new Path(directory, UUID.randomUUID().toString().replace("-", ""));
        if (request.getWriterCreationTracker() != null) {
            // Register the path before the file exists: HBase's cleaner deletes untracked files.
            request.getWriterCreationTracker().accept(output);
        }
        return output;
    }

    /** Returns the replication of the family, or of HDFS if the family sets none. */
    private short replication(Configuration conf, Path output) {
        int familyReplication = conf.getInt(
                ColumnFamilyDescriptorBuilder.DFS_REPLICATION, ColumnFamilyDescriptorBuilder.DEFAULT_DFS_REPLICATION);
        return familyReplication > 0 ? (short) familyReplication : fs.getDefaultReplication(output);
    }

    /** Sets the storage policy of the family on the output directory, like HBase's writer. */
    private void setStoragePolicy(Configuration conf, Path directory) throws IOException {
        String policy =
                conf.get(ColumnFamilyDescriptorBuilder.STORAGE_POLICY, conf.get(HStore.BLOCK_STORAGE_POLICY_KEY));
        if (policy != null) {
            fs.mkdirs(directory);
            CommonFSUtils.setStoragePolicy(fs, directory, policy);
        }
    }

    /** Selected workers by DataNode, the cost, and the input bytes that each remote DataNode lacks. */
    private record Chosen(Map<String, Worker> workers, CompactionCost cost, Map<String, Long> nonLocalInput) {}

    private Chosen choose(
            Configuration conf, CompactionRequestImpl request, short replication, long expected, String fingerprint)
            throws IOException {
        Collection<Path> inputs =
                request.getFiles().stream().map(HStoreFile::getPath).toList();
        InputLocality locality = InputLocality.of(fs.getClient(), inputs, this::host);
        if (!locality.plain()) {
            throw new FallbackException(FallbackReason.INELIGIBLE, "HDFS stores the files erasure-coded or encrypted");
        }
        // A node without any input may replace a lost one: it reads the inputs once, where stock compaction would send
        // it the output.
        Map<String, String> addresses = new HashMap<>();
        Map<String, String> racks = new HashMap<>();
        favoredNodes.live().forEach(node -> {
            addresses.put(node.address(), node.ip());
            racks.put(node.address(), node.rack());
        });
        String ip = favoredNodes.ip();
        Map<String, Worker> available = workers.workersOf(addresses);
        Set<String> excluded = failures.excluded(available, fingerprint);
        if (excluded.stream().anyMatch(node -> host(node).equals(ip))) {
            throw new FallbackException(
                    FallbackReason.PLACEMENT,
                    "this server's own DataNode is excluded after failures: " + excluded
                            + "; the log contains the cause in \"Excluding DataNode\"");
        }
        available.keySet().removeAll(excluded);
        List<String> nodes = locality.fullest(available.keySet(), replication, ip);
        if (replication < 2) {
            throw new FallbackException(
                    FallbackReason.PLACEMENT, "replication is 1: local compaction compares at least 2 replicas");
        }
        if (nodes.size() < replication) {
            throw new FallbackException(
                    FallbackReason.PLACEMENT,
                    locality.shortage(available.keySet(), addresses.keySet(), replication)
                            + (excluded.isEmpty() ? "" : "; excluded after failures: " + excluded));
        }
        String own = host(nodes.get(0)).equals(ip) ? nodes.get(0) : "";
        CompactionCost cost = CompactionCost.of(locality, own, nodes, racks, expected, CostWeights.of(conf));
        if (!pays(cost)) {
            throw new FallbackException(FallbackReason.COST, cost.toString());
        }
        available.keySet().retainAll(nodes);
        return new Chosen(
                available,
                cost,
                nodes.stream()
                        .filter(node -> !node.equals(own))
                        .collect(Collectors.toMap(Function.identity(), locality::nonLocal)));
    }

    /** Returns the host of a DataNode: the DataNodes of one host hold one replica of a local compaction. */
    String host(String dataNode) {
        return InputLocality.host(dataNode);
    }

    /** Returns whether a local compaction costs less than a stock one. */
    boolean pays(CompactionCost cost) {
        return cost.localPays();
    }

    private LocalOutput run(
            HStore store,
            Configuration conf,
            CompactionRequestImpl request,
            Path output,
            short replication,
            Chosen chosen,
            Progress progress)
            throws IOException {
        Limits limits = Limits.of(conf, site);
        long blockSize = fs.getDefaultBlockSize(output);
        Owner owner = new Owner(store::areWritesEnabled, server::getCompactionPressure);
        long began = System.nanoTime();
        boolean done = false;
        Throwable failure = null;
        long length = -1;
        setStoragePolicy(conf, output.getParent());
        TaskEntry task = new TaskEntry(
                "Local compaction",
                TaskEntry.store(store.getRegionInfo(), store.getColumnFamilyName()),
                "on " + chosen.workers().values());
        running.add(task);
        progress.showIn(task);
        try (ReplicatedFile file = ReplicatedFile.create(
                fs,
                output,
                CommonFSUtils.getFilePermissions(fs, conf, HConstants.DATA_FILE_UMASK_KEY),
                replication,
                blockSize,
                List.copyOf(chosen.workers().keySet()))) {
            // The orphan cleaner deletes it: a closing region must not wait for the NameNode.
            file.keepOnClose();
            TicketProto ticket = Tickets.of(store, conf, request, fs).toBuilder()
                    .setClientName(file.clientName())
                    .setBlockSize(blockSize)
                    .setChecksum(Merges.checksum(fs))
                    .build();
            List<MergeHandle> merges = new ArrayList<>();
            chosen.workers()
                    .forEach((node, worker) ->
                            merges.add(new MergeHandle(node, worker, ticket, limits.progress(), owner)));
            MergeGroup group = new MergeGroup(pool, limits.progress(), owner.active());
            LocalCompaction compaction =
                    new LocalCompaction(ticket.getId(), file, merges, group, limits, progress, failures);
            length = backoff.run(name(store), compaction, store::areWritesEnabled);
            long millis = (System.nanoTime() - began) / 1_000_000;
            LOG.info(
                    "{}: compacted locally on {} into {} ({} bytes) in {} ms: {}",
                    describe(store, request),
                    merges,
                    output.getName(),
                    length,
                    millis,
                    compaction.times());
            estimator.learn(store, request, length);
            counters.addLocal(length, chosen.cost(), chosen.nonLocalInput());
            done = true;
            return new LocalOutput(output, ticket);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            running.remove(task);
            task.end(done ? "" : "failed: " + failure);
            if (!done) {
                orphans.delete(output);
            }
            report(
                    output,
                    began,
                    done ? length : -1,
                    failure,
                    request,
                    replication,
                    chosen.cost().network());
        }
    }

    /** Reports a local compaction, whose workers read and write replicas without the file system. */
    private void report(
            Path output,
            long began,
            long length,
            Throwable failure,
            CompactionRequestImpl request,
            short replication,
            NetworkCost cost) {
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("sources", (long) request.getFiles().size());
        numbers.put("bytes", request.getSize());
        numbers.put("replication", (long) replication);
        numbers.put("remote", cost.nonLocal());
        ActivityObservers.finished(
                new Activity("localCompaction", fs.makeQualified(output).toString(), began, length, failure, numbers));
    }

    /** Returns whether the server has stopped its local compactions. */
    public boolean isClosed() {
        return pool.isShutdown();
    }

    @Override
    public void close() {
        assigner.shutdownNow();
        orphans.close();
        pool.shutdownNow();
    }
}
