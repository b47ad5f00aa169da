package org.underbase.tier.namenode.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.registry.WithheldMove;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Planner of the moves that correct a file's replicas. A block is moved only if it is complete, its file is closed, and
 * it has the wanted number of replicas; otherwise the NameNode corrects the number first, by the same policy. A target
 * is on the wanted tier, in service, neither stale nor busy, has room, is on a host without another replica, and leaves
 * the block on two racks. The source's host is preferred, because it needs no network; otherwise the first suitable one of a
 * sample of the tier is the target. While the mover has no capacity, the planner only counts misplaced blocks.
 */
public final class MovePlanner {
    /** Maximum number of moves per plan: the length of the queue. */
    private static final int MOVES = 64;

    /** Maximum number of blocks without a target per plan. */
    private static final int SEARCHES = 8;

    /** Maximum number of DataNodes of a tier that a search examines, from a random start. */
    static final int SAMPLE = 64;

    private final BlockManager blocks;
    private final TierTopology topology;
    private final Predicate<DatanodeDescriptor> ready;
    private final IntSupplier capacity;
    private LockHold hold = new LockHold(0, System::nanoTime);
    private TargetSearch search = new TargetSearch();

    /**
     * Creates a planner, confined to the monitor's thread.
     *
     * @param ready whether a DataNode can take part in a move at present
     * @param capacity number of moves that can be queued at present
     */
    MovePlanner(BlockManager blocks, TierTopology topology, Predicate<DatanodeDescriptor> ready, IntSupplier capacity) {
        this.blocks = blocks;
        this.topology = topology;
        this.ready = ready;
        this.capacity = capacity;
    }

    /** Continues the plan of a file until it is done or the hold of the namesystem's lock is over. */
    void advance(FilePlan plan, INodeFile file, LockHold current) {
        hold = current;
        while (!plan.done() && !hold.over()) {
            hold.block();
            examine(plan, file, plan.next(file));
        }
    }

    /** Begins the plan of a file with wanted counts. The caller holds the namesystem's lock. */
    FilePlan begin(INodeFile file, TierCounts wanted) {
        return new FilePlan(file, wanted, tiers(), (block, locations) -> Optional.of(goal(block, wanted)));
    }

    /** Begins the plan of the demotion of a file without wanted counts. The caller holds the namesystem's lock. */
    FilePlan begin(INodeFile file, Demoter.Demotion demotion) {
        return new FilePlan(file, demotion, tiers(), (block, locations) -> {
            TierCounts present = PlacementCheck.present(locations, tiers());
            // A node holds one replica of a block: a small tier does not take all.
            int room = topology.index().tier(demotion.to()).hosts().size() - present.of(demotion.to());
            int replicas = Math.min(present.of(demotion.from()), room);
            return replicas <= 0
                    ? Optional.empty()
                    : Optional.of(present.plus(demotion.from(), -replicas)
                            .plus(demotion.to(), replicas)
                            .fit(block.getReplication()));
        });
    }

    /** Begins a plan without moves, which counts the bytes of a file's live replicas by tier. */
    FilePlan begin(INodeFile file) {
        return new FilePlan(file, FilePlan.UNCHANGED, tiers(), (block, locations) -> Optional.empty());
    }

    private int tiers() {
        return topology.registry().tiers().size();
    }

    private void examine(FilePlan plan, INodeFile file, BlockInfo block) {
        List<LiveReplica> replicas = LiveReplica.of(blocks, topology.registry(), block);
        List<ReplicaLocation> locations = LiveReplica.locations(replicas);
        locations.forEach(location -> plan.located(location.tier(), block.getNumBytes()));
        Optional<TierCounts> goal = plan.goal(block, locations);
        List<PlacementCheck.Shift> shifts = goal.map(counts -> PlacementCheck.shifts(
                        locations, counts, topology.index().severalRacks()))
                .orElse(List.of());
        if (shifts.isEmpty()) {
            return;
        }
        plan.misplaced++;
        plan.bytes += shifts.size() * block.getNumBytes();
        for (PlacementCheck.Shift shift : shifts) {
            int tier = locations.get(shift.replica()).tier();
            if (tier != TierNames.UNKNOWN && shift.fault() == PlacementCheck.Fault.TIER) {
                plan.leaves(tier, block.getNumBytes());
            }
        }
        if (!block.isComplete()
                || replicas.size() != goal.get().sum()
                || plan.failed >= SEARCHES
                || plan.moves.size() >= Math.min(MOVES, capacity.getAsInt())) {
            return;
        }
        if (replicas.stream().anyMatch(replica -> replica.storage().areBlockContentsStale())) {
            plan.reason =
                    "a DataNode has sent no full block report since this NameNode became active: until then HDFS deletes"
                            + " no replica from a block (dfsadmin -triggerBlockReport)";
            return;
        }
        if (replicas.stream()
                .anyMatch(replica -> topology.grace().covers(replica.storage().getDatanodeDescriptor()))) {
            plan.reason =
                    "a DataNode with a replica has registered recently and has not announced a tier yet: its replicas"
                            + " stay until it does, or until the end of dfs.tier.announce.grace";
            return;
        }
        List<QuotaLimit> quotas = topology.quotas().of(file);
        List<PlacementCheck.Shift> permitted = permitted(plan, quotas, shifts, block.getNumBytes());
        if (permitted.isEmpty()) {
            return;
        }
        // One replica of a block at a time, so that a block never has more than one excess replica.
        search = new TargetSearch();
        MovingBlock moving = MovingBlock.of(block, blocks.getStoragePolicy(file.getStoragePolicyID()), replicas);
        Optional<BlockMove> move = move(file, moving, replicas, locations, permitted);
        if (move.isPresent()) {
            plan.moves.add(move.get());
            int rank = topology.registry().rank(move.get().to());
            if (rank != topology.registry().rank(move.get().from())) {
                topology.quotas().moving(block.getBlockId(), quotas, rank, block.getNumBytes());
            }
        } else {
            plan.failed++;
            int wanted = permitted.get(0).tier();
            plan.reason = search.reason(
                    topology.registry().tiers().name(wanted),
                    topology.index().tier(wanted).all().length,
                    node -> topology.registry().rank(node) == wanted);
        }
    }

    /** Returns the shifts that quotas permit. */
    private List<PlacementCheck.Shift> permitted(
            FilePlan plan, List<QuotaLimit> quotas, List<PlacementCheck.Shift> shifts, long bytes) {
        if (quotas.isEmpty()) {
            return shifts;
        }
        List<PlacementCheck.Shift> permitted = new ArrayList<>();
        List<WithheldMove> withheld = new ArrayList<>();
        for (PlacementCheck.Shift shift : shifts) {
            WithheldMove.of(quotas, shift, bytes).ifPresentOrElse(withheld::add, () -> permitted.add(shift));
        }
        if (permitted.isEmpty()) {
            topology.quotas().counts().withholdMove();
            plan.withheld += shifts.stream().anyMatch(shift -> WithheldMove.isLasting(quotas, shift)) ? 1 : 0;
            plan.reason = withheld.get(0).reason(topology.registry().tiers());
        }
        return permitted;
    }

    /**
     * Returns the wanted counts of a block. If a snapshot preserves a higher replication, HDFS keeps that number of
     * replicas while the snapshot exists.
     */
    public static TierCounts goal(BlockInfo block, TierCounts wanted) {
        // Cached, because it is the same for nearly all blocks of a scan.
        return block.getReplication() <= wanted.sum() ? wanted : wanted.fit(block.getReplication());
    }

    private Optional<BlockMove> move(
            INodeFile file,
            MovingBlock block,
            List<LiveReplica> replicas,
            List<ReplicaLocation> locations,
            List<PlacementCheck.Shift> shifts) {
        for (PlacementCheck.Shift shift : shifts) {
            // Any replica of the tier is possible: the racks of the remaining replicas may exclude the proposed one.
            for (int i : candidates(shift, locations)) {
                LiveReplica source = replicas.get(i);
                Optional<DatanodeDescriptor> target = target(shiftOf(i, shift, locations), i, source, locations, block);
                if (target.isPresent() && ready.test(source.storage().getDatanodeDescriptor())) {
                    Optional<BlockMove> move = move(file, block, source, target.get());
                    if (move.isPresent()) {
                        return move;
                    }
                    search.becameFull(target.get());
                }
            }
        }
        for (PlacementCheck.Shift shift : shifts) {
            if (shift.fault() == PlacementCheck.Fault.TIER) {
                Optional<BlockMove> detour = detour(file, block, replicas, locations, shift);
                if (detour.isPresent()) {
                    return detour;
                }
            }
        }
        return Optional.empty();
    }

    /** Returns a move; empty if a heartbeat has reported less space since the target was checked. */
    private static Optional<BlockMove> move(
            INodeFile file, MovingBlock block, LiveReplica source, DatanodeDescriptor target) {
        return block.type(source.storage().getStorageType(), target)
                .map(type -> new BlockMove(
                        file.getId(),
                        new Block(block.block()),
                        source.storage().getDatanodeDescriptor(),
                        target,
                        type));
    }

    /**
     * Returns the first of several moves for the case that each node of the wanted tier holds the block already, on
     * another tier: a replica changes its tier within its node and so makes room for the misplaced one, or for a third
     * one that does the same. It chooses a shortest chain of such moves, so that the next plan is one move shorter.
     */
    private Optional<BlockMove> detour(
            INodeFile file,
            MovingBlock block,
            List<LiveReplica> replicas,
            List<ReplicaLocation> locations,
            PlacementCheck.Shift shift) {
        int excess = locations.get(shift.replica()).tier();
        Map<Integer, BlockMove> firstMoves = new LinkedHashMap<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(shift.tier()));
        while (!open.isEmpty()) {
            int vacant = open.remove();
            for (int i = 0; i < locations.size(); i++) {
                int left = locations.get(i).tier();
                LiveReplica replica = replicas.get(i);
                Optional<BlockMove> move = left == TierNames.UNKNOWN
                                || left == excess
                                || left == shift.tier()
                                || firstMoves.containsKey(left)
                        ? Optional.empty()
                        : onOwnNode(vacant, replica, locations.get(i), block)
                                .flatMap(target -> move(file, block, replica, target));
                if (move.isPresent()) {
                    firstMoves.put(left, firstMoves.getOrDefault(vacant, move.get()));
                    open.add(left);
                    if (takes(left, shift, replicas, locations, block)) {
                        return Optional.of(firstMoves.get(left));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the DataNode of a tier on a replica's node, if both can take part in a move. */
    private Optional<DatanodeDescriptor> onOwnNode(
            int tier, LiveReplica replica, ReplicaLocation location, MovingBlock block) {
        if (!ready.test(replica.storage().getDatanodeDescriptor())) {
            return Optional.empty();
        }
        Set<DatanodeDescriptor> holders = holders(block);
        return onHost(location.host(), tier).stream()
                .filter(node -> examine(node, replica, holders, block) == TargetSearch.Result.FITS)
                .findFirst();
    }

    /** Returns the DataNodes of a tier on a node. */
    private List<DatanodeDescriptor> onHost(String host, int tier) {
        List<DatanodeDescriptor> found = new ArrayList<>(2);
        topology.index().eachOn(host, node -> {
            if (topology.registry().rank(node) == tier) {
                found.add(node);
            }
        });
        return found;
    }

    /** Returns whether a DataNode can take a replica of another DataNode at present. */
    private TargetSearch.Result examine(
            DatanodeDescriptor node, LiveReplica replica, Set<DatanodeDescriptor> holders, MovingBlock block) {
        if (!hold.datanode()) {
            return TargetSearch.Result.NOT_EXAMINED;
        }
        if (!node.isInService() || !node.isAlive()) {
            return TargetSearch.Result.OUT_OF_SERVICE;
        }
        if (!ready.test(node)) {
            return TargetSearch.Result.BUSY;
        }
        if (hasTraces(holders, node, block)) {
            return TargetSearch.Result.HOLDS;
        }
        return block.type(replica.storage().getStorageType(), node).isPresent()
                ? TargetSearch.Result.FITS
                : TargetSearch.Result.FULL;
    }

    /**
     * Whether a DataNode has a replica, including one that is about to be deleted: until the deletion it rejects
     * another, and if deletion and copy are reported together, HDFS mistakes the new replica for the old one. HDFS
     * repeats a deletion after dfs.namenode.excess.redundancy.timeout-sec; the repetition would delete the new replica. It
     * waits with the block manager and then with the DataNode's next heartbeat.
     */
    private boolean hasTraces(Set<DatanodeDescriptor> holders, DatanodeDescriptor node, MovingBlock block) {
        return holders.contains(node)
                || blocks.containsInvalidateBlock(node, block.block())
                || node.containsInvalidateBlock(block.block());
    }

    private Set<DatanodeDescriptor> holders(MovingBlock block) {
        Set<DatanodeDescriptor> holders = new HashSet<>();
        for (DatanodeStorageInfo storage : blocks.getStorages(block.block())) {
            holders.add(storage.getDatanodeDescriptor());
        }
        return holders;
    }

    /** Whether a misplaced replica could move to a tier. */
    private boolean takes(
            int tier,
            PlacementCheck.Shift shift,
            List<LiveReplica> replicas,
            List<ReplicaLocation> locations,
            MovingBlock block) {
        PlacementCheck.Shift instead = new PlacementCheck.Shift(shift.replica(), tier, shift.fault());
        return candidates(instead, locations).stream()
                .anyMatch(i ->
                        target(instead, i, replicas.get(i), locations, block).isPresent());
    }

    /** Returns the replicas among which one has to move: those on a tier, or those on a node. */
    private static List<Integer> candidates(PlacementCheck.Shift shift, List<ReplicaLocation> locations) {
        List<Integer> candidates = new ArrayList<>(List.of(shift.replica()));
        ReplicaLocation proposed = locations.get(shift.replica());
        for (int i = 0; i < locations.size(); i++) {
            boolean same = shift.fault() == PlacementCheck.Fault.NODE
                    ? locations.get(i).host().equals(proposed.host())
                            && locations.get(i).tier() != TierNames.UNKNOWN
                    : locations.get(i).tier() == proposed.tier();
            if (i != shift.replica() && same) {
                candidates.add(i);
            }
        }
        return candidates;
    }

    /** Returns moves for two replicas on a node: either can leave it, within its tier. */
    private static PlacementCheck.Shift shiftOf(
            int candidate, PlacementCheck.Shift shift, List<ReplicaLocation> locations) {
        return candidate == shift.replica() || shift.fault() != PlacementCheck.Fault.NODE
                ? shift
                : new PlacementCheck.Shift(candidate, locations.get(candidate).tier(), shift.fault());
    }

    private Optional<DatanodeDescriptor> target(
            PlacementCheck.Shift shift,
            int from,
            LiveReplica source,
            List<ReplicaLocation> locations,
            MovingBlock block) {
        Set<String> hosts = new HashSet<>();
        Set<String> racks = new HashSet<>();
        for (int i = 0; i < locations.size(); i++) {
            if (i != from) {
                hosts.add(locations.get(i).host());
                racks.add(locations.get(i).rack());
            }
        }
        Set<DatanodeDescriptor> holders = holders(block);
        boolean leaveRack = racks.size() == 1 && topology.index().severalRacks();
        Predicate<DatanodeDescriptor> fits = node -> {
            if (node.equals(source.storage().getDatanodeDescriptor())) {
                return false;
            }
            if (hosts.contains(topology.registry().node(node))) {
                return search.fits(node, TargetSearch.Result.NODE);
            }
            return search.fits(
                    node,
                    leaveRack && racks.contains(node.getNetworkLocation())
                            ? TargetSearch.Result.RACK
                            : examine(node, source, holders, block));
        };
        if (shift.fault() == PlacementCheck.Fault.TIER) {
            for (DatanodeDescriptor node : onHost(locations.get(from).host(), shift.tier())) {
                if (fits.test(node)) {
                    return Optional.of(node);
                }
            }
        }
        DatanodeDescriptor[] members = topology.index().tier(shift.tier()).all();
        int start = members.length == 0 ? 0 : ThreadLocalRandom.current().nextInt(members.length);
        for (int i = 0; i < Math.min(members.length, SAMPLE); i++) {
            DatanodeDescriptor node = members[(start + i) % members.length];
            if (fits.test(node)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }
}
