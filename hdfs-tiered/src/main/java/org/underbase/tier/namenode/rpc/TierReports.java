package org.underbase.tier.namenode.rpc;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.underbase.tier.namenode.monitor.Demoter;
import org.underbase.tier.namenode.monitor.HoldTimes;
import org.underbase.tier.namenode.monitor.Mover;
import org.underbase.tier.namenode.monitor.ReadCache;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/** Reports of the state of tiers and monitor. Thread-safe; takes no namesystem lock. */
public final class TierReports {
    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final TierMonitor monitor;
    private final Mover mover;
    private final Demoter demoter;
    private final LastChangeTracker scanEnds;
    private final LastChangeTracker errors;

    public TierReports(
            FSNamesystem namesystem, TierTopology topology, TierMonitor monitor, Mover mover, Demoter demoter) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.monitor = monitor;
        this.mover = mover;
        this.demoter = demoter;
        this.scanEnds = new LastChangeTracker(() -> monitor.last().number(), System::currentTimeMillis);
        this.errors = new LastChangeTracker(mover::failed, System::currentTimeMillis);
    }

    /** Records the times of changes; call it at least every second. */
    public void notice() {
        scanEnds.notice();
        errors.notice();
    }

    private Iterable<DatanodeDescriptor> datanodes() {
        return namesystem
                .getBlockManager()
                .getDatanodeManager()
                .getDatanodeListForReport(org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.ALL);
    }

    /** @param addresses whether the caller may see addresses of DataNodes */
    TiersResponseProto tiers(boolean addresses) {
        TiersResponseProto.Builder response = TiersResponseProto.newBuilder()
                .setDefaultPolicy(topology.policies().byDefault().toString())
                .setRetrieval(topology.retrieval().toString());
        int withoutTier = 0;
        Set<String> unmatched = addresses ? new TreeSet<>(registry.mapEntries()) : new TreeSet<>();
        for (DatanodeDescriptor node : datanodes()) {
            unmatched.removeAll(TierRegistry.addresses(node));
            withoutTier += node.isAlive() && registry.rank(node) == TierNames.UNKNOWN ? 1 : 0;
        }
        for (int rank = 0; rank < registry.tiers().size(); rank++) {
            response.addTiers(tier(rank));
        }
        return response.setWithoutTier(withoutTier)
                .addAllUnmatchedMapEntries(unmatched)
                .build();
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
                .setWeight(topology.weights().ofTier(rank, topology.index()))
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

        /** Returns the mean per DataNode; the capacity is the sum. */
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

    /** Returns the state of the cache on the fastest tier. */
    ReadCache.Counts cache() {
        return demoter.cache().counts();
    }

    /** Returns the number of failed steps of the monitor. */
    long failures() {
        return monitor.failures();
    }

    /**
     * Removes the stored tier of a DataNode that is not live.
     *
     * @param address its transfer address, {@code host:port}
     * @return whether a tier was stored
     * @throws TierException if the DataNode is live
     */
    boolean forget(String address) throws TierException {
        Set<String> live = new HashSet<>();
        Set<String> found = new HashSet<>();
        for (DatanodeDescriptor node : datanodes()) {
            if (TierRegistry.addresses(node).contains(address.toLowerCase(Locale.ROOT))) {
                found.add(node.getDatanodeUuid());
            }
            if (node.isAlive()) {
                live.add(node.getDatanodeUuid());
            }
        }
        found.addAll(registry.announcedFrom(address));
        for (String uuid : found) {
            if (live.contains(uuid)) {
                throw new TierException(
                        "DataNode " + address + " is live: stop it, and wait until hdfs tier -list counts it as dead;"
                                + " a live DataNode announces its tier again");
            }
        }
        boolean forgotten = false;
        for (String uuid : found) {
            forgotten |= registry.forget(uuid);
        }
        return forgotten;
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
                .setLastErrorMillis(errors.millis())
                .setScanLockFraction(scan.lockFraction())
                .setMisplacedBlocks(scan.misplaced())
                .setMovesQueued(mover.queued())
                .setMovesRunning(mover.running())
                .setMovesDone(mover.done())
                .setMovesFailed(mover.failed())
                .setBytesMoved(mover.bytes())
                .setBytesLeft(scan.bytes())
                .setBytesPerSecond(mover.bytesPerSecond())
                .setFilesDemoted(demoter.demoted())
                .setFilesPromoted(demoter.promoted())
                .setDegradedChoices(topology.policies().degraded().count());
        HoldTimes holds = monitor.holds();
        response.setLockHolds(holds.count())
                .setLockHoldP99Micros(holds.p99Micros())
                .setLockHoldTotalMicros(holds.totalMicros())
                .setLockHoldMaxMicros(holds.maxMicros())
                .setLockHoldGcMaxMicros(holds.maxMicrosWithCollection())
                .setLockHoldMaxBlocks(holds.maxBlocks())
                .setLockHoldMaxDatanodes(holds.maxDatanodes());
        response.setSubtreesPending(monitor.subtreesPending())
                .setSubtreesChecked(monitor.subtreesChecked())
                .setSubtreeFilesChecked(monitor.subtreeFiles())
                .setQueueOverflows(monitor.overflows());
        if (!mover.lastError().isEmpty()) {
            response.addLastErrors(mover.lastError());
        }
        return response.build();
    }
}
