package org.underbase.tier.namenode.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.Attempt;

/** One choice of targets as it goes on in a thread, from the call that knows the path to those that do not. */
final class PlacementContext {
    private static final ThreadLocal<PlacementContext> CURRENT = new ThreadLocal<>();

    private final Optional<FilePolicy> policy;
    private final String path;
    private final List<DatanodeStorageInfo> favored;
    private Optional<Attempt> attempt = Optional.empty();

    private PlacementContext(String path, Optional<FilePolicy> policy, List<DatanodeStorageInfo> favored) {
        this.path = path;
        this.policy = policy;
        this.favored = favored;
    }

    /** The one of this thread, or null. */
    static PlacementContext current() {
        return CURRENT.get();
    }

    static PlacementContext begin(String path, Optional<FilePolicy> policy, List<DatanodeStorageInfo> favored) {
        PlacementContext placing = new PlacementContext(path, policy, new ArrayList<>(favored));
        CURRENT.set(placing);
        return placing;
    }

    static void end() {
        CURRENT.remove();
    }

    Optional<FilePolicy> policy() {
        return policy;
    }

    String path() {
        return path;
    }

    /** Favored nodes that were chosen before for the same block. */
    List<DatanodeStorageInfo> favored() {
        return favored;
    }

    void attempt(Attempt next) {
        attempt = Optional.of(next);
    }

    /** Draws a node for the present attempt, that {@code excluded} does not hold and that has the storage type. */
    Optional<DatanodeDescriptor> draw(TierIndex index, Collection<?> excluded, org.apache.hadoop.fs.StorageType type) {
        return attempt.flatMap(wanted -> RandomNodePicker.draw(index, wanted, excluded, type));
    }
}
