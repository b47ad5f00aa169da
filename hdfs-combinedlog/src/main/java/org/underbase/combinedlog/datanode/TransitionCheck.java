package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.DirectoryLock;
import org.underbase.combinedlog.journal.JournalView;

/**
 * Check of a starting DataNode, before it upgrades or rolls back its data directories. An upgrade preserves the earlier state by
 * hard links to its files, so it would preserve a state without the synced bytes that are only in the journal. After a rollback,
 * the records would belong to a state that no longer exists. Both therefore require an empty journal.
 */
public final class TransitionCheck {
    private static final Logger LOG = LoggerFactory.getLogger(TransitionCheck.class);
    private static final int TIMEOUT_MILLIS = 10_000;

    private TransitionCheck() {}

    /**
     * Rejects the start if it would upgrade or roll back a data directory while the journal contains records.
     *
     * @param conf configuration of the DataNode, with its start option
     * @throws IOException if the start is rejected, or the journal cannot be read
     */
    public static void run(Configuration conf) throws IOException {
        try {
            tryRun(conf);
        } catch (IOException e) {
            LOG.error("The combined log prevents the start of the DataNode: {}", e.getMessage());
            throw e;
        }
    }

    private static void tryRun(Configuration conf) throws IOException {
        List<Path> dataDirs = new ArrayList<>();
        for (StorageLocation location : DataNode.getStorageLocations(conf)) {
            URI uri = location.getUri();
            if ("file".equals(uri.getScheme()) && isReadable(Path.of(uri))) {
                dataDirs.add(Path.of(uri));
            }
        }
        if (dataDirs.isEmpty()) {
            return;
        }
        Path journalDir = JournalLocation.of(conf, dataDirs);
        boolean named = new JournalMarkers(dataDirs).journalDirectory().isPresent();
        if (!named && !Files.isDirectory(journalDir.resolve(DeferredRecords.DIRECTORY))) {
            return;
        }
        boolean running = DirectoryLock.isHeldByThisProcess(journalDir);
        if (running && !KeepingJournals.isKeeping(journalDir)) {
            // This DataNode has replayed the journal for all block pools, and adds another pool.
            return;
        }
        Optional<String> transition = transition(conf, dataDirs);
        if (running && transition.isPresent()) {
            throw new IOException("cannot " + transition.get() + ": the journal in " + journalDir
                    + " keeps records of the run before a crash, whose block files may not be fsynced; run `underbase"
                    + " combinedlog datanode checkpoint`, then start the DataNode again");
        }
        if (!running
                && transition.isPresent()
                && (hasDeferred(journalDir, dataDirs) || (named && !isEmpty(journalDir, dataDirs)))) {
            throw new IOException("cannot " + transition.get() + ": the journal in " + journalDir
                    + " contains synced bytes that may be missing in the block files; run `underbase combinedlog replay`"
                    + " with the Hadoop release that wrote the journal, then start the DataNode again");
        }
    }

    /** Whether it is a formatted data directory on a working disk. The DataNode tolerates failed disks. */
    private static boolean isReadable(Path dataDir) throws IOException {
        if (!Files.exists(DataDirectory.version(dataDir))) {
            return false;
        }
        try {
            JournalMarker.read(dataDir, JournalMarker.IN_USE);
            JournalMarker.read(dataDir, JournalMarker.INVALID);
        } catch (CorruptMarkerException e) {
            throw e;
        } catch (IOException e) {
            return ignored(dataDir, e);
        }
        try {
            DataDirectory.storageId(dataDir);
            for (String pool : DataDirectory.pools(dataDir)) {
                DataDirectory.state(dataDir, pool);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return ignored(dataDir, e);
        }
    }

    private static boolean ignored(Path dataDir, Exception cause) {
        LOG.warn("Cannot read {}: upgrade and rollback are checked without it", dataDir, cause);
        return false;
    }

    /** Whether records of one of the storages were set aside because its disk had failed. */
    private static boolean hasDeferred(Path journalDir, List<Path> dataDirs) throws IOException {
        Set<String> storages = OfflineReplay.deferred(journalDir).keySet();
        for (Path dataDir : storages.isEmpty() ? List.<Path>of() : dataDirs) {
            if (storages.contains(DataDirectory.storageId(dataDir))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEmpty(Path journalDir, List<Path> dataDirs) throws IOException {
        new JournalMarkers(dataDirs).check(journalDir);
        try (JournalView view = JournalView.of(journalDir)) {
            OfflineReplay.expect(view, dataDirs);
            return view.empty() && view.pending(record -> {}).gaps() == 0;
        }
    }

    /** Describes the change of the data directories that the start would cause; empty without a change. */
    private static Optional<String> transition(Configuration conf, List<Path> dataDirs) throws IOException {
        String option = conf.get(DFSConfigKeys.DFS_DATANODE_STARTUP_KEY, StartupOption.REGULAR.toString());
        if (option.equalsIgnoreCase(StartupOption.ROLLBACK.toString())) {
            return Optional.of("roll back the data directories");
        }
        int layout = DataNodeLayoutVersion.getCurrentLayoutVersion();
        for (Path dataDir : dataDirs) {
            for (String pool : DataDirectory.pools(dataDir)) {
                Optional<PoolState> state = DataDirectory.state(dataDir, pool);
                if (state.isPresent() && state.get().layoutVersion() > layout) {
                    return Optional.of("upgrade the block pool " + pool + " in " + dataDir + " from layout "
                            + state.get().layoutVersion() + " to " + layout);
                }
            }
        }
        return namespaceUpgrade(conf, dataDirs);
    }

    private static Optional<String> namespaceUpgrade(Configuration conf, List<Path> dataDirs) throws IOException {
        Configuration once = new Configuration(conf);
        once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
        once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
        once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, TIMEOUT_MILLIS);
        once.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, TIMEOUT_MILLIS);
        for (Map<String, InetSocketAddress> service :
                DFSUtil.getNNServiceRpcAddressesForCluster(conf).values()) {
            for (InetSocketAddress address : service.values()) {
                Optional<NamespaceInfo> namespace = namespace(address, once);
                for (Path dataDir : dataDirs) {
                    Optional<String> upgrade =
                            namespace.isPresent() ? upgrade(dataDir, namespace.get()) : Optional.empty();
                    if (upgrade.isPresent()) {
                        return upgrade;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> upgrade(Path dataDir, NamespaceInfo namespace) throws IOException {
        String pool = namespace.getBlockPoolID();
        return DataDirectory.state(dataDir, pool)
                .filter(state -> state.creationTime() < namespace.getCTime())
                .map(state -> "upgrade the block pool " + pool + " in " + dataDir + " from cTime "
                        + state.creationTime() + " to " + namespace.getCTime());
    }

    /**
     * Asks a NameNode for its namespace. The DataNode has asked the NameNode of the pool that it initializes a moment before; the
     * other NameNodes may be down, and their pools are not upgraded by this call.
     */
    private static Optional<NamespaceInfo> namespace(InetSocketAddress address, Configuration conf) {
        try (DatanodeProtocolClientSideTranslatorPB nameNode =
                new DatanodeProtocolClientSideTranslatorPB(address, conf)) {
            return Optional.of(nameNode.versionRequest());
        } catch (IOException e) {
            LOG.warn("Cannot ask the NameNode at {} whether it was upgraded", address, e);
            return Optional.empty();
        }
    }
}
