package org.underbase.tier.namenode.rpc;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.underbase.tier.namenode.monitor.Demoter;
import org.underbase.tier.namenode.monitor.Mover;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/** Tells how the tiers and the monitor are. Thread-safe; takes no lock of the namesystem. */
public final class TierReports {
    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final TierMonitor monitor;
    private final Mover mover;
    private final Demoter flusher;
    private final LastChangeTracker scanEnds;
    private final LastChangeTracker problems;

    public TierReports(
            FSNamesystem namesystem, TierTopology topology, TierMonitor monitor, Mover mover, Demoter flusher) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.monitor = monitor;
        this.mover = mover;
        this.flusher = flusher;
        this.scanEnds = new LastChangeTracker(() -> monitor.last().number(), System::currentTimeMillis);
        this.problems = new LastChangeTracker(mover::failed, System::currentTimeMillis);
    }

    /** Notes when something has happened; to be called every second or more often. */
    public void notice() {
        scanEnds.notice();
        problems.notice();
    }

    private Iterable<DatanodeDescriptor> datanodes() {
        return namesystem
                .getBlockManager()
                .getDatanodeManager()
                .getDatanodeListForReport(org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.ALL);
    }

    TiersResponseProto tiers() {
        TiersResponseProto.Builder response = TiersResponseProto.newBuilder()
                .setDefaultPolicy(topology.policies().byDefault().toString())
                .setRetrieval(topology.retrieval().toString());
        int withoutTier = 0;
        for (DatanodeDescriptor node : datanodes()) {
            withoutTier += node.isAlive() && registry.rank(node) == TierNames.UNKNOWN ? 1 : 0;
        }
        for (int rank = 0; rank < registry.tiers().size(); rank++) {
            response.addTiers(tier(rank));
        }
        return response.setWithoutTier(withoutTier).build();
    }

    TierProto tier(int rank) {
        Sums sums = new Sums();
        Set<String> racks = new HashSet<>();
        for (DatanodeDescriptor node : datanodes()) {
            if (registry.rank(node) == rank) {
                sums.add(node, registry);
                if (node.isAlive()) {
                    racks.add(node.getNetworkLocation());
                }
            }
        }
        return TierProto.newBuilder()
                .setName(registry.tiers().name(rank))
                .setRank(rank)
                .setWeight(topology.weights()
                        .ofTier(rank, Arrays.asList(topology.index().tier(rank).all())))
                .setLive(sums.live)
                .setDead(sums.dead)
                .setUsable(sums.usable)
                .setCapacity(sums.capacity)
                .setUsed(sums.used)
                .setRemaining(sums.remaining)
                .setReplicas(sums.replicas)
                .setLoad(sums.load)
                .setReadsServed(topology.served().reads(rank))
                .setWritesServed(topology.served().writes(rank))
                .setProfile(sums.profile())
                .setRacks(racks.size())
                .build();
    }

    private static final class Sums {
        private int live;
        private int dead;
        private int usable;
        private long capacity;
        private long used;
        private long remaining;
        private long replicas;
        private long load;
        private int profiles;
        private final DeviceProfileProto.Builder profile = DeviceProfileProto.newBuilder();

        void add(DatanodeDescriptor node, TierRegistry registry) {
            if (!node.isAlive()) {
                dead++;
                return;
            }
            live++;
            usable += node.isInService() ? 1 : 0;
            capacity += node.getCapacity();
            used += node.getDfsUsed();
            remaining += node.getRemaining();
            replicas += node.numBlocks();
            load += node.getXceiverCount();
            registry.known(node.getDatanodeUuid()).ifPresent(known -> add(known.profile()));
        }

        private void add(DeviceProfileProto one) {
            profiles++;
            profile.setCapacity(profile.getCapacity() + one.getCapacity())
                    .setReadBandwidth(profile.getReadBandwidth() + one.getReadBandwidth())
                    .setWriteBandwidth(profile.getWriteBandwidth() + one.getWriteBandwidth())
                    .setReadIops(profile.getReadIops() + one.getReadIops())
                    .setWriteIops(profile.getWriteIops() + one.getWriteIops())
                    .setSource(one.getSource());
        }

        /** The mean of one DataNode; capacity is the sum. */
        DeviceProfileProto profile() {
            int by = Math.max(1, profiles);
            return profile.setReadBandwidth(profile.getReadBandwidth() / by)
                    .setWriteBandwidth(profile.getWriteBandwidth() / by)
                    .setReadIops(profile.getReadIops() / by)
                    .setWriteIops(profile.getWriteIops() / by)
                    .build();
        }
    }

    DatanodeTiersResponseProto datanodeTiers() {
        DatanodeTiersResponseProto.Builder response = DatanodeTiersResponseProto.newBuilder();
        for (DatanodeDescriptor node : datanodes()) {
            int rank = registry.rank(node);
            if (rank != TierNames.UNKNOWN) {
                response.addDatanodes(DatanodeTierProto.newBuilder()
                        .setUuid(node.getDatanodeUuid())
                        .setAddress(node.getXferAddr())
                        .setHost(node.getHostName())
                        .setRack(node.getNetworkLocation())
                        .setTier(registry.tiers().name(rank))
                        .setLive(node.isAlive()));
            }
        }
        return response.build();
    }

    StatusResponseProto status() {
        TierMonitor.ScanResult scan = monitor.last();
        StatusResponseProto.Builder response = StatusResponseProto.newBuilder()
                .setState(namesystem.getState().toString())
                .setMonitor(monitor.state())
                .setScans(scan.number())
                .setFilesScanned(scan.files())
                .setLastScanMillis(scan.millis())
                .setLastScanEndMillis(scanEnds.millis())
                .setLastProblemMillis(problems.millis())
                .setScanLockShare(scan.lockShare())
                .setMisplacedBlocks(scan.misplaced())
                .setMovesQueued(mover.queued())
                .setMovesRunning(mover.running())
                .setMovesDone(mover.done())
                .setMovesFailed(mover.failed())
                .setBytesMoved(mover.bytes())
                .setBytesLeft(scan.bytes())
                .setBytesPerSecond(mover.bytesPerSecond())
                .setFilesFlushed(flusher.flushed())
                .setFilesPromoted(flusher.promoted())
                .setDegradedChoices(topology.policies().degraded().count());
        if (!mover.lastProblem().isEmpty()) {
            response.addLastProblems(mover.lastProblem());
        }
        return response.build();
    }
}
