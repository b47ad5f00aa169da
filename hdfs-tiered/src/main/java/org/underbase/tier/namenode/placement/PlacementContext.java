package org.underbase.tier.namenode.placement;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.QuotaRoom;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.ReplicaLocation;

/**
 * Policy of the file for which the current thread chooses targets. Only the public methods of HDFS's placement policy have
 * the path; the protected methods that they call, which {@link TierPlacement} overrides, have neither path nor block, and
 * HDFS copies every collection that it passes to them. Hence a thread-local variable.
 *
 * @param path path of the file
 * @param policy policy of the file
 * @param favored storages on favored nodes that were chosen before for the same block
 * @param room room for replicas within the quotas above the file
 */
record PlacementContext(String path, FilePolicy policy, List<DatanodeStorageInfo> favored, QuotaRoom room) {
    private static final ThreadLocal<PlacementContext> CURRENT = new ThreadLocal<>();

    PlacementContext {
        favored = List.copyOf(favored);
    }

    /** Returns the context of this thread, or null. */
    static PlacementContext current() {
        return CURRENT.get();
    }

    /** Returns the room of this thread's file within quotas. */
    static QuotaRoom currentRoom() {
        PlacementContext context = current();
        return context == null ? QuotaRoom.unlimited() : context.room();
    }

    /**
     * Ends the limits of quotas for missing replicas of an existing block, because their number takes precedence.
     *
     * @return whether a quota was the reason
     */
    static boolean overruns(TierTopology topology, boolean newBlock) {
        if (newBlock || !currentRoom().refused()) {
            return false;
        }
        currentRoom().open();
        topology.quotas().counts().overrun();
        return true;
    }

    /** Reserves the chosen replicas, from a position on, in the quotas of this thread's file. */
    static void reserve(TierTopology topology, List<DatanodeStorageInfo> results, int from, boolean newBlock) {
        reserve(topology, currentRoom(), results.subList(from, results.size()), newBlock);
    }

    /** Reserves chosen replicas. */
    static void reserve(TierTopology topology, QuotaRoom room, List<DatanodeStorageInfo> chosen, boolean newBlock) {
        if (room.limited()) {
            List<ReplicaLocation> placed = new ArrayList<>();
            chosen.forEach(storage -> placed.add(topology.registry().location(storage.getDatanodeDescriptor())));
            topology.quotas()
                    .placed(
                            room,
                            PlacementCheck.present(
                                    placed, topology.registry().tiers().size()),
                            newBlock);
        }
    }

    static void begin(PlacementContext context) {
        CURRENT.set(context);
    }

    static void end() {
        CURRENT.remove();
    }
}
