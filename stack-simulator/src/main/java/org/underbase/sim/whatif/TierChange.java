package org.underbase.sim.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.RetrievalPolicy;

/** Features that place replicas on tiers, or read from them. */
final class TierChange {
    /** Features of machines without tiers. */
    private static final Set<Feature> WITHOUT_TIERS =
            Set.of(Feature.COMBINEDLOG, Feature.DISKS, Feature.SEEK, Feature.BANDWIDTH);

    private TierChange() {}

    static Alternative place(Alternative base, String policy) {
        PlacementPolicy parsed = PlacementPolicy.parse(policy);
        Set<String> known = base.layout().tiers().stream().map(Tier::name).collect(Collectors.toSet());
        parsed.vector().stream()
                .flatMap(vector -> vector.counts().keySet().stream())
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw missing(name);
                });
        if (known.isEmpty()) {
            throw missing("NAME");
        }
        if (policy.equals(base.layout().placement())) {
            throw new IllegalArgumentException("tier=" + policy + " is on already: it is a part of the baseline");
        }
        return base.with(base.layout().withPlacement(policy));
    }

    /** Returns the error for a tier without a description. */
    static IllegalArgumentException missing(String tier) {
        String prefix = "tier." + tier + ".";
        return new IllegalArgumentException("missing tier " + tier + " in the hardware file: " + prefix + "nodes, "
                + prefix + "disks, " + prefix + "disk.megabytes.per.second and " + prefix + "disk.seek.millis");
    }

    static Alternative retrieve(Alternative base, String policy) {
        RetrievalPolicy.parse(policy);
        if (policy.equals(base.layout().retrieval())) {
            throw new IllegalArgumentException("retrieval=" + policy + " is on already: it is a part of the baseline");
        }
        return base.with(base.layout().withRetrieval(policy));
    }

    /** Rejects combinations that are not simulated. */
    static void check(Alternative changed, List<Change> changes) {
        for (Change change : changes) {
            if (changed.layout().isTiered() && WITHOUT_TIERS.contains(change.feature())) {
                throw new IllegalArgumentException(change.feature().id() + " cannot be combined with tiers");
            }
            if (!changed.layout().isTiered() && change.feature() == Feature.RETRIEVAL) {
                throw new IllegalArgumentException("retrieval is simulated for DataNodes with tiers only: add tier=");
            }
        }
    }

    static List<String> keys(Alternative alternative) {
        List<Tier> tiers = alternative.layout().tiers();
        List<String> keys = new ArrayList<>();
        keys.add("dfs.tier.names=" + tiers.stream().map(Tier::name).collect(Collectors.joining(",")));
        keys.add("dfs.net.topology.impl=org.underbase.tier.namenode.retrieval.TierTopology");
        keys.add("dfs.block.replicator.classname=org.underbase.tier.namenode.placement.TierPlacement");
        keys.add("dfs.namenode.plugins=org.underbase.tier.namenode.TierNamenodePlugin");
        keys.add("dfs.tier.policy=" + alternative.layout().placement());
        for (Tier tier : tiers) {
            keys.add("dfs.tier." + tier.name() + ".datanode.data.dir=" + Change.directories(tier.name(), tier.disks()));
        }
        return keys;
    }
}
