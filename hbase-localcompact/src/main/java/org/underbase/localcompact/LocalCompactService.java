package org.underbase.localcompact;

import com.google.protobuf.Service;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.HasRegionServerServices;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.Coordinator;
import org.underbase.localcompact.rpc.LiveServers;
import org.underbase.localcompact.rpc.MergeService;
import org.underbase.localcompact.worker.Fingerprint;
import org.underbase.localcompact.worker.Merges;
import org.underbase.localcompact.worker.OwnNode;

/**
 * Coprocessor of a RegionServer that merges for all servers and coordinates the local compactions of its own stores. List it
 * in {@code hbase.coprocessor.regionserver.classes}; stores that use it are configured with {@link LocalCompactor}.
 */
@CoreCoprocessor
// HBase's interface uses the raw type, and the services that CoreCoprocessor provides are deprecated.
@SuppressWarnings({"rawtypes", "deprecation"})
public class LocalCompactService implements RegionServerCoprocessor {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompactService.class);

    private volatile Merges merges;
    private volatile Coordinator coordinator;

    /** For HBase. */
    public LocalCompactService() {}

    @Override
    public void start(CoprocessorEnvironment environment) throws IOException {
        if (!(environment instanceof HasRegionServerServices here)) {
            throw new IOException("cannot start " + LocalCompactService.class.getName()
                    + ": list it in hbase.coprocessor.regionserver.classes, on an HBase release with CoreCoprocessor");
        }
        RegionServerServices server = here.getRegionServerServices();
        if (!(server instanceof HRegionServer regionServer)) {
            throw new IOException(
                    "unsupported RegionServer class " + server.getClass().getName());
        }
        // Before the jar can be replaced on disk: the checksum must be that of the loaded classes.
        String build = Fingerprint.build();
        DistributedFileSystem fs = hdfs(regionServer.getFileSystem());
        Merges own = merges(fs, regionServer);
        coordinator = coordinator(fs, regionServer, own);
        // The service accepts requests from now on.
        merges = own;
        DefaultMetricsSystem.instance()
                .register(
                        LocalCompactMetrics.NAME,
                        "Local compaction",
                        new LocalCompactMetrics(new ServerState(coordinator, merges)));
        LOG.info(
                "Local compaction, build {}, is available to stores with compactor {}",
                build,
                LocalCompactor.class.getName());
    }

    /** Creates the merges of a server. */
    static Merges merges(DistributedFileSystem fs, HRegionServer server) {
        return new Merges(
                // Not the environment's: merges copy the configuration, and a copy of that wrapper has Hadoop's
                // defaults only.
                server.getConfiguration(),
                fs,
                unverified(server.getFileSystem(), fs),
                new OwnNode(server.getServerName().getHostname()),
                () -> server.getCompactSplitThread().getCompactionThroughputController(),
                () -> server.getCompactSplitThread().isCompactionsEnabled());
    }

    /** Creates the coordinator of a server's stores. */
    Coordinator coordinator(DistributedFileSystem fs, HRegionServer server, Merges own) {
        return new Coordinator(fs, server, new LiveServers(server, own));
    }

    private static DistributedFileSystem hdfs(FileSystem fs) throws IOException {
        FileSystem real = fs instanceof HFileSystem hbase ? hbase.getBackingFs() : fs;
        if (real instanceof DistributedFileSystem dfs) {
            return dfs;
        }
        throw new IOException("unsupported file system " + real.getScheme() + ": local compaction requires HDFS");
    }

    /** Returns the file system with which HBase reads blocks whose checksums it verifies itself. */
    private static FileSystem unverified(FileSystem fs, FileSystem verified) {
        return fs instanceof HFileSystem hbase && hbase.useHBaseChecksum() ? hbase.getNoChecksumFs() : verified;
    }

    @Override
    public void stop(CoprocessorEnvironment environment) {
        DefaultMetricsSystem.instance().unregisterSource(LocalCompactMetrics.NAME);
        if (coordinator != null) {
            LOG.info("Compactions of this server: {}", coordinator.counters());
        }
        IOUtils.cleanupWithLogger(LOG, coordinator, merges);
    }

    @Override
    public Iterable<Service> getServices() {
        return List.of(new MergeService(() -> merges, () -> new ServerState(coordinator, merges).proto()));
    }

    /** Finds the coordinator of a RegionServer; empty if the server lacks the service. */
    static Optional<Coordinator> coordinatorOf(RegionServerServices server) {
        if (server instanceof HRegionServer regionServer && regionServer.getRegionServerCoprocessorHost() != null) {
            return Optional.ofNullable(
                            regionServer.getRegionServerCoprocessorHost().findCoprocessor(LocalCompactService.class))
                    .map(service -> service.coordinator);
        }
        return Optional.empty();
    }

    /**
     * Returns the coordinator of this server's stores.
     *
     * @return coordinator, after {@link #start}
     */
    public Coordinator coordinator() {
        return coordinator;
    }
}
