package org.underbase.tier.namenode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.monitor.Demoter;
import org.underbase.tier.namenode.monitor.FileReads;
import org.underbase.tier.namenode.monitor.MonitorSettings;
import org.underbase.tier.namenode.monitor.Mover;
import org.underbase.tier.namenode.monitor.ReplicaCopier;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.placement.TierPlacement;
import org.underbase.tier.namenode.registry.RegistryFile;
import org.underbase.tier.namenode.registry.TierConfiguration;
import org.underbase.tier.namenode.registry.TierMapFile;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.namenode.rpc.AnnouncementService;
import org.underbase.tier.namenode.rpc.ClientCalls;
import org.underbase.tier.namenode.rpc.NamespaceChanges;
import org.underbase.tier.namenode.rpc.QuotaChanges;
import org.underbase.tier.namenode.rpc.QuotaFailures;
import org.underbase.tier.namenode.rpc.RaiseAccess;
import org.underbase.tier.namenode.rpc.TierAccess;
import org.underbase.tier.namenode.rpc.TierMetrics;
import org.underbase.tier.namenode.rpc.TierReports;
import org.underbase.tier.namenode.rpc.TierService;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierDatanodeProtocolService;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProtocolService;

/**
 * NameNode plug-in of the tiers ({@code dfs.namenode.plugins}): it serves TierProtocol on the NameNode's RPC ports,
 * stores the registry and runs the monitor. It requires {@link TierTopology} and {@link TierPlacement}. With a missing
 * or invalid setting, it logs one line and the NameNode runs as stock HDFS.
 */
public final class TierNamenodePlugin implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(TierNamenodePlugin.class);
    private static final long TICK_MILLIS = 200;

    /** Actions that stop the started parts, in order. */
    private final List<Runnable> stops = new ArrayList<>();

    /** The copier, after the first move. */
    private final List<ReplicaCopier> copiers = new ArrayList<>(1);

    @Override
    public synchronized void start(Object service) {
        HadoopShape.check();
        NameNode namenode = (NameNode) service;
        Configuration conf = namenode.getConf();
        FSNamesystem namesystem = namenode.getNamesystem();
        NetworkTopology network =
                namesystem.getBlockManager().getDatanodeManager().getNetworkTopology();
        if (!(network instanceof TierTopology tiers)) {
            throw new IllegalStateException("tiers: set dfs.net.topology.impl to " + TierTopology.class.getName()
                    + ", not " + network.getClass().getName() + ": starting without tiers");
        }
        if (!(namesystem.getBlockManager().getBlockPlacementPolicy() instanceof TierPlacement)) {
            throw new IllegalStateException("tiers: set dfs.block.replicator.classname to "
                    + TierPlacement.class.getName() + ": starting without tiers");
        }
        try {
            start(namenode, conf, namesystem, tiers);
        } catch (IOException e) {
            throw new UncheckedIOException("tiers: " + e.getMessage() + ": starting without tiers", e);
        }
    }

    private void start(NameNode namenode, Configuration conf, FSNamesystem namesystem, TierTopology tiers)
            throws IOException {
        stops.add(() -> tiers.policies(TierPolicies.stock()));
        stops.add(() -> tiers.usage(TierUsage.none()));
        stops.add(() -> tiers.quotas(TierQuotas.none()));
        TierRegistry registry = tiers.registry();
        if (!registry.tiers().isEmpty()) {
            registry.keepIn(new RegistryFile(registryDirectory(conf)));
        }
        MonitorSettings settings = MonitorSettings.of(conf);
        FileReads reads = new FileReads(
                settings.heatEntries(),
                settings.promoteReads(),
                TierKeys.HEAT_HALF_LIFE.millis(conf, 1, Long.MAX_VALUE));
        Mover mover = new Mover(
                () -> copier(conf, namenode, settings),
                () -> namesystem.getState() == HAServiceState.ACTIVE,
                settings.moveBandwidth(),
                settings.moveConcurrent(),
                settings.moveTimeoutMillis(),
                settings.maxXceivers());
        TierUsage usage = TierUsage.of(conf, registry.tiers());
        Demoter demoter = new Demoter(conf, namesystem, tiers, usage, reads);
        TierPolicies policies =
                new TierPolicies(namesystem, registry, TierConfiguration.defaultPolicy(conf, registry.tiers()));
        tiers.quotas(new TierQuotas(namesystem, registry.tiers()));
        TierMonitor running = new TierMonitor(namesystem, tiers, settings, mover, demoter);
        TierReports reports = new TierReports(namesystem, tiers, running, mover, demoter);
        List<RPC.Server> servers = serve(
                conf,
                (NameNodeRpcServer) namenode.getRpcServer(),
                new TierService(namesystem, tiers, running, reports),
                new AnnouncementService(namesystem, registry, TierKeys.ANNOUNCE_INTERVAL.millis(conf)),
                new ClientCalls(
                        namenode.getRpcServer(),
                        demoter.countsReads() ? reads::read : (path, time) -> {},
                        new RaiseAccess(namesystem, tiers),
                        new NamespaceChanges(namesystem, policies, running),
                        new QuotaChanges(namesystem, tiers.quotas()),
                        new QuotaFailures(namesystem, tiers)));
        policies.notice();
        tiers.quotas().notice();
        tiers.policies(policies);
        tiers.usage(usage);
        TierMetrics metrics = TierMetrics.register(tiers, reports, policies);
        startTicker(conf, registry, policies, tiers.quotas(), new TierAccess(conf, servers), reports);
        stops.add(running::close);
        stops.add(metrics::close);
        running.start();
        LOG.info(
                "tiers: {}, policy {}, retrieval {}",
                registry.tiers().isEmpty() ? "none (dfs.tier.names is empty)" : registry.tiers(),
                policies.byDefault(),
                tiers.retrieval());
    }

    private static Path registryDirectory(Configuration conf) throws IOException {
        String configured = TierKeys.REGISTRY_DIR.text(conf);
        if (!configured.isEmpty()) {
            return Path.of(
                    configured.startsWith("file:") ? URI.create(configured).getPath() : configured);
        }
        for (URI name : org.apache.hadoop.hdfs.server.namenode.FSNamesystem.getNamespaceDirs(conf)) {
            return Path.of(name.getPath());
        }
        throw new IOException("dfs.namenode.name.dir is empty: set " + TierKeys.REGISTRY_DIR.name());
    }

    private static List<RPC.Server> serve(
            Configuration conf,
            NameNodeRpcServer rpc,
            TierService service,
            AnnouncementService announcements,
            ClientCalls calls)
            throws IOException {
        List<RPC.Server> servers = new ArrayList<>(List.of(rpc.getClientRpcServer()));
        TierNamesystem.serviceServer(rpc).ifPresent(servers::add);
        for (RPC.Server server : servers) {
            // A rejected request concerns the client only: log one line.
            server.addTerseExceptions(TierException.class);
            DFSUtil.addInternalPBProtocol(
                    conf, TierProtocolPB.class, TierProtocolService.newReflectiveBlockingService(service), server);
            DFSUtil.addInternalPBProtocol(
                    conf,
                    TierDatanodeProtocolPB.class,
                    TierDatanodeProtocolService.newReflectiveBlockingService(announcements),
                    server);
            DFSUtil.addInternalPBProtocol(
                    conf,
                    ClientNamenodeProtocolPB.class,
                    ClientNamenodeProtocol.newReflectiveBlockingService(calls),
                    server);
        }
        return servers;
    }

    private void startTicker(
            Configuration conf,
            TierRegistry registry,
            TierPolicies policies,
            TierQuotas quotas,
            TierAccess access,
            TierReports reports) {
        String map = TierKeys.MAP_FILE.text(conf);
        Optional<TierMapFile> mapFile =
                map.isEmpty() ? Optional.empty() : Optional.of(new TierMapFile(Path.of(map), registry.tiers()));
        Runnable tick = () -> {
            try {
                policies.notice();
                quotas.notice();
                reports.notice();
                access.keep();
                mapFile.ifPresent(file -> registry.map(file.current()));
                registry.flush();
            } catch (IOException | RuntimeException e) {
                LOG.warn("tiers: a periodic task failed, continuing", e);
            }
        };
        tick.run();
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "tier-ticker");
            thread.setDaemon(true);
            return thread;
        });
        var future = executor.scheduleWithFixedDelay(tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        LOG.debug("tiers: periodic task {}", future);
        stops.add(executor::shutdownNow);
    }

    /** Copier, created for the first move: a thread of it renews the block keys. */
    private synchronized ReplicaCopier copier(Configuration conf, NameNode namenode, MonitorSettings settings) {
        if (copiers.isEmpty()) {
            try {
                copiers.add(new ReplicaCopier(
                        conf,
                        namenode.getNamesystem().getBlockPoolId(),
                        (NameNodeRpcServer) namenode.getRpcServer(),
                        (int) settings.moveTimeoutMillis()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return copiers.get(0);
    }

    @Override
    public synchronized void stop() {
        stops.forEach(Runnable::run);
        stops.clear();
        copiers.forEach(ReplicaCopier::close);
        copiers.clear();
    }

    @Override
    public void close() {
        stop();
    }
}
