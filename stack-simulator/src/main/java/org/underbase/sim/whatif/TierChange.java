package org.underbase.sim.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.RetrievalPolicy;

/** Features that place replicas on tiers, or read from them. */
final class TierChange {
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
        if (parsed instanceof PlacementPolicy.Landing landing) {
            throw new IllegalArgumentException(parsed + " is not simulated: replicas do not move when a file is closed;"
                    + " give the policy of closed files, " + landing.closed());
        }
        String name = parsed.toString();
        if (name.equals(base.layout().placement())) {
            throw new IllegalArgumentException("tier=" + name + " is on already: it is a part of the baseline");
        }
        return base.with(base.layout().withPlacement(name));
    }

    /** Returns the policy of closed files, which is the policy itself unless replicas move when a file is closed. */
    static String ofClosedFiles(String policy) {
        return PlacementPolicy.parse(policy) instanceof PlacementPolicy.Landing landing
                ? landing.closed().toString()
                : policy;
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
        boolean tiered = changed.layout().isTiered();
        if (tiered && changed.has(Switch.COMBINED_LOG)) {
            throw new IllegalArgumentException(
                    "combinedlog cannot be combined with tiers: the DataNode of each tier has"
                            + " its own log, but the model has one per machine");
        }
        for (Change change : changes) {
            switch (change.feature()) {
                case DISKS, SEEK, BANDWIDTH -> {
                    if (tiered == new DiskChange(change).tier().isEmpty()) {
                        throw new IllegalArgumentException(
                                tiered
                                        ? change + " has no effect on tiers: give the tier, as in "
                                                + change.feature().id() + "="
                                                + changed.layout()
                                                        .tiers()
                                                        .get(0)
                                                        .name() + ":" + change.value()
                                        : change + " changes a tier: add tier=");
                    }
                }
                case RETRIEVAL -> {
                    if (!tiered) {
                        throw new IllegalArgumentException(
                                "retrieval is simulated for DataNodes with tiers only: add tier=");
                    }
                }
                default -> {}
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
            keys.add(directories(tier.name(), tier.disks()));
        }
        return keys;
    }

    /** Returns the setting with the directories of the disks of a tier. */
    static String directories(String tier, int disks) {
        return "dfs.tier." + tier + ".datanode.data.dir=" + Change.directories(tier, disks);
    }
}
