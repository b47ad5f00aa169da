package org.underbase.tier.namenode.placement;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.underbase.tier.namenode.registry.FilePolicy;

/**
 * Policy of the file for which the current thread chooses targets. Only the public methods of HDFS's placement policy have
 * the path; the protected methods that they call, which {@link TierPlacement} overrides, have neither path nor block, and
 * HDFS copies every collection that it passes to them. Hence a thread-local variable.
 *
 * @param path path of the file
 * @param policy policy of the file
 * @param favored storages on favored nodes that were chosen before for the same block
 */
record PlacementContext(String path, FilePolicy policy, List<DatanodeStorageInfo> favored) {
    private static final ThreadLocal<PlacementContext> CURRENT = new ThreadLocal<>();

    PlacementContext {
        favored = List.copyOf(favored);
    }

    /** Returns the context of this thread, or null. */
    static PlacementContext current() {
        return CURRENT.get();
    }

    static void begin(PlacementContext context) {
        CURRENT.set(context);
    }

    static void end() {
        CURRENT.remove();
    }
}
