package org.underbase.tier.namenode.placement;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.underbase.tier.namenode.registry.QuotaRoom;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.ClusterView;

/** The planner's view of the cluster: in small tiers, it omits nodes that cannot take a replica at present. */
final class IndexView implements ClusterView {
    private final TierIndex index;
    private final Set<Node> excluded;
    private final QuotaRoom room;

    IndexView(TierIndex index, Set<Node> excluded, QuotaRoom room) {
        this.index = index;
        this.excluded = excluded;
        this.room = room;
    }

    @Override
    public boolean severalRacks() {
        return index.severalRacks();
    }

    @Override
    public Optional<String> soleRack(int tier) {
        return index.tier(tier).soleRack();
    }

    @Override
    public Optional<Set<String>> hosts(int tier, int limit) {
        TierIndex.Tier members = index.tier(tier);
        if (members.hosts().size() > limit) {
            return Optional.empty();
        }
        Set<String> usable = new HashSet<>();
        if (!room.has(tier)) {
            return Optional.of(usable);
        }
        for (DatanodeDescriptor node : members.all()) {
            if (node.isInService() && !excluded.contains(node)) {
                usable.add(index.node(node));
            }
        }
        return Optional.of(usable);
    }

    @Override
    public boolean has(String host, int tier) {
        return room.has(tier) && index.tier(tier).hosts().contains(host);
    }
}
