package org.underbase.localcompact.coordinator;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
import org.underbase.localcompact.conf.BadSettingException;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.hdfs.PlacementException;
import org.underbase.localcompact.hdfs.ReplicatedFile;
import org.underbase.localcompact.hdfs.UnsupportedFileException;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Local compactions of one RegionServer's stores. Thread-safe. */
public final class Coordinator implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    private static final Duration LEFTOVERS = Duration.ofSeconds(5);
    private static final Duration PINS_RENEWED = Duration.ofMinutes(1);

    private final DistributedFileSystem fs;
    private final Cluster cluster;
    private final Pinner pinner;
    private final Leftovers leftovers;
    private final Counts counts = new Counts();
    private final Yields yields = new Yields();
    private final Set<String> unpinned = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService pins =
            Executors.newSingleThreadScheduledExecutor(daemons("localcompact-pin"));
    private final ExecutorService pool = Executors.newCachedThreadPool(daemons("localcompact-coordinate"));

    /**
     * For one server.
     *
     * @param fs where its store files are
     * @param server the server
     * @param cluster the servers that merge
     */
    public Coordinator(DistributedFileSystem fs, RegionServerServices server, Cluster cluster) {
        this.fs = fs;
        this.pinner = new Pinner(fs, server);
        this.leftovers = new Leftovers(fs, LEFTOVERS);
        this.cluster = cluster;
        var unused = pins.scheduleWithFixedDelay(
                pinner::renew, PINS_RENEWED.toMillis(), PINS_RENEWED.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * What was done.
     *
     * @return the counters
     */
    public Counts counts() {
        return counts;
    }

    /**
     * Has the files of a store's region written to the same nodes from now on, as soon as those are chosen.
     *
     * @param store that was opened
     * @param conf of the store
     */
    public void opened(HStore store, Configuration conf) {
        if (store.getTableName().isSystemTable()
                || !LocalCompactKeys.ENABLED.flag(conf)
                || !LocalCompactKeys.PIN.flag(conf)) {
            return;
        }
        // Each store of a region says so, and at a server's start all regions open at once.
        String region = store.getRegionInfo().getEncodedName();
        if (unpinned.add(region)) {
            pins.execute(() -> {
                unpinned.remove(region);
                pinner.pin(store);
            });
        }
    }

    /**
     * Compacts on the nodes that hold the files.
     *
     * @param store whose files they are
     * @param conf of the store
     * @param request which
     * @param user who asked for it; null where it is HBase itself
     * @param progress of this one
     * @return the file, not committed
     * @throws NotLocalException why it is to be done as stock does it, whatever failed; nothing is left behind
     */
    public Path compact(HStore store, Configuration conf, CompactionRequestImpl request, User user, Progress progress)
            throws NotLocalException {
        try {
            return compactLocally(store, conf, request, user, progress);
        } catch (NotLocalException e) {
            throw e;
        } catch (UnsupportedFileException e) {
            throw new NotLocalException(Reason.INELIGIBLE, e.getMessage(), e);
        } catch (PlacementException e) {
            // A tier that wants its replicas elsewhere, a node that is full or busy.
            throw new NotLocalException(Reason.PLACE, e.getMessage(), e);
        } catch (BadSettingException e) {
            throw new NotLocalException(Reason.INELIGIBLE, e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            throw new NotLocalException(Reason.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private Path compactLocally(
            HStore store, Configuration conf, CompactionRequestImpl request, User user, Progress progress)
            throws IOException {
        if (!LocalCompactKeys.ENABLED.flag(conf)) {
            throw new NotLocalException(Reason.OFF, LocalCompactKeys.ENABLED.name() + " is false");
        }
        if (store.getTableName().isSystemTable()) {
            throw new NotLocalException(Reason.OFF, "a table of HBase's own");
        }
        String refusal = Eligibility.refusal(store, conf, request)
                .or(() -> Observers.refusal(store, request, user))
                .orElse("");
        if (!refusal.isEmpty()) {
            throw new NotLocalException(Reason.INELIGIBLE, refusal);
        }
        Path output = output(store, request);
        short replication = replication(conf, output);
        Chosen chosen = choose(request, replication, yields.expected(store, request));
        LOG.info(
                "{} is compacted locally by {}: {}",
                describe(store, request),
                chosen.workers().values(),
                chosen.cost());
        return run(store, conf, request, output, replication, chosen, progress);
    }

    /**
     * Takes note of what came of a compaction that stock did: the next one of the store may be worth more, or less.
     *
     * @param store whose files they were
     * @param request which
     * @param outputs the files
     */
    public void compactedAsEver(HStore store, CompactionRequestImpl request, Collection<Path> outputs) {
        try {
            long length = 0;
            for (Path output : outputs) {
                length += fs.getFileStatus(output).getLen();
            }
            yields.learn(store, request, length);
        } catch (IOException e) {
            LOG.info("Nothing is learnt of {}: its output cannot be looked at", describe(store, request), e);
        }
    }

    /**
     * A compaction in words.
     *
     * @param store whose files they are
     * @param request which
     * @return region, family, what is compacted
     */
    public static String describe(HStore store, CompactionRequestImpl request) {
        return store.getRegionInfo().getRegionNameAsString() + "/" + store.getColumnFamilyName() + ", "
                + request.getFiles().size() + " files of " + request.getSize() + " bytes"
                + (request.isAllFiles() ? " (all)" : "");
    }

    private static Path output(HStore store, CompactionRequestImpl request) {
        boolean first = store.getStoreEngine().requireWritingToTmpDirFirst();
        Path directory = first
                ? new Path(store.getRegionFileSystem().getTempDir(), store.getColumnFamilyName())
                : store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
        Path output = new Path(directory, UUID.randomUUID().toString().replace("-", ""));
        if (request.getWriterCreationTracker() != null) {
            // Before it is there: a cleaner deletes what nobody tracks.
            request.getWriterCreationTracker().accept(output);
        }
        return output;
    }

    /** A family may say how many replicas its files have. */
    private short replication(Configuration conf, Path output) {
        int ofFamily = conf.getInt(
                ColumnFamilyDescriptorBuilder.DFS_REPLICATION, ColumnFamilyDescriptorBuilder.DEFAULT_DFS_REPLICATION);
        return ofFamily > 0 ? (short) ofFamily : fs.getDefaultReplication(output);
    }

    /** HBase's writer gives the directory that it writes to the storage policy of the family, and so do we. */
    private void setStoragePolicy(Configuration conf, Path directory) throws IOException {
        String policy =
                conf.get(ColumnFamilyDescriptorBuilder.STORAGE_POLICY, conf.get(HStore.BLOCK_STORAGE_POLICY_KEY));
        if (policy != null) {
            fs.mkdirs(directory);
            CommonFSUtils.setStoragePolicy(fs, directory, policy);
        }
    }

    /** The servers that merge, by their DataNodes, and what that sends. */
    private record Chosen(Map<String, Worker> workers, Cost cost) {}

    private Chosen choose(CompactionRequestImpl request, short replication, long expected) throws IOException {
        Collection<Path> inputs =
                request.getFiles().stream().map(HStoreFile::getPath).toList();
        Places places = Places.of(fs.getClient(), inputs);
        if (!places.plain()) {
            throw new NotLocalException(Reason.INELIGIBLE, "HDFS has the files erasure-coded or encrypted");
        }
        // One that has none of the inputs may take the place of one that is lost: it fetches them once, where
        // stock would send the output.
        Map<String, String> addresses = new HashMap<>();
        pinner.live().forEach(node -> addresses.put(node.address(), node.ip()));
        String ip = pinner.ip();
        Map<String, Worker> beside = cluster.beside(addresses);
        List<String> nodes = places.fullest(beside.keySet(), replication, ip);
        if (replication < 2) {
            throw new NotLocalException(Reason.PLACE, "the file has one replica: there is nobody to agree with");
        }
        if (nodes.size() < replication) {
            throw new NotLocalException(
                    Reason.PLACE,
                    "of " + addresses.size() + " live DataNodes " + beside.size() + " have a RegionServer that merges; "
                            + replication + " are needed");
        }
        String own = Places.host(nodes.get(0)).equals(ip) ? nodes.get(0) : "";
        Cost cost = Cost.of(places, own, nodes, expected);
        if (!cost.localIsLess()) {
            throw new NotLocalException(Reason.COST, cost.toString());
        }
        beside.keySet().retainAll(nodes);
        return new Chosen(beside, cost);
    }

    private Path run(
            HStore store,
            Configuration conf,
            CompactionRequestImpl request,
            Path output,
            short replication,
            Chosen chosen,
            Progress progress)
            throws IOException {
        Duration patience = Duration.ofMillis(LocalCompactKeys.PATIENCE.millis(conf));
        long blockSize = fs.getDefaultBlockSize(output);
        BooleanSupplier wanted = store::areWritesEnabled;
        long began = System.nanoTime();
        boolean done = false;
        setStoragePolicy(conf, output.getParent());
        try (ReplicatedFile file = ReplicatedFile.create(
                fs,
                output,
                CommonFSUtils.getFilePermissions(fs, conf, HConstants.DATA_FILE_UMASK_KEY),
                replication,
                blockSize,
                List.copyOf(chosen.workers().keySet()))) {
            TicketProto ticket = Tickets.of(store, conf, request, fs).toBuilder()
                    .setClientName(file.clientName())
                    .setBlockSize(blockSize)
                    .build();
            List<Link> links = new ArrayList<>();
            chosen.workers().forEach((node, worker) -> links.add(new Link(node, worker, ticket, patience, wanted)));
            long length = new LocalCompaction(ticket.getId(), file, links, pool, patience, progress).run();
            long millis = (System.nanoTime() - began) / 1_000_000;
            LOG.info(
                    "{}: compacted locally on {} into {} ({} bytes) in {} ms",
                    describe(store, request),
                    links,
                    output.getName(),
                    length,
                    millis);
            yields.learn(store, request, length);
            counts.local(length, chosen.cost());
            done = true;
            return output;
        } finally {
            if (!done) {
                leftovers.delete(output);
            }
        }
    }

    @Override
    public void close() {
        pins.shutdownNow();
        leftovers.close();
        pool.shutdownNow();
    }
}
