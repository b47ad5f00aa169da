package org.underbase.testbed.feature;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.DataNodeSpec;
import org.underbase.testbed.Role;
import org.underbase.testbed.disk.Disk;

/**
 * Tiers: every node runs one DataNode per tier, and the NameNode places and orders replicas by tier.
 *
 * <p>A tier's DataNode stores on the node's disk with the name of the tier. Without such a disk it stores on the disk with
 * the index of the tier, or on all disks if the number of disks differs from the number of tiers. A node without disks gets
 * one plain disk per tier. Nodes whose DataNodes the recipe describes keep these: each description sets
 * {@value #TIER_KEY}. Not thread-safe.
 */
public final class TiersFeature implements ClusterFeature {
    /** Key of a DataNode's tier. */
    public static final String TIER_KEY = "dfs.tier.id";

    private static final String NAMENODE_PLUGIN = "org.underbase.tier.namenode.TierNamenodePlugin";
    private static final String TOPOLOGY = "org.underbase.tier.namenode.retrieval.TierTopology";
    private static final String PLACEMENT = "org.underbase.tier.namenode.placement.TierPlacement";
    private static final String DATANODE_PLUGIN = "org.underbase.tier.datanode.TierDatanodePlugin";

    private final List<String> tiers;
    private final Map<String, List<String>> nodeTiers = new LinkedHashMap<>();
    private final Map<String, Integer> weights = new LinkedHashMap<>();
    private String policy = "hybrid";
    private String retrieval = "hybrid";

    /** Creates the tiers {@code fast} and {@code disk} with the weights of hatS, Table I. */
    public TiersFeature() {
        this(List.of("fast", "disk"));
        weight("fast", 191).weight("disk", 61);
    }

    private TiersFeature(List<String> tiers) {
        this.tiers = List.copyOf(tiers);
    }

    /**
     * Creates tiers without weights.
     *
     * @param tiers names, fastest first
     * @return the feature
     */
    public static TiersFeature of(String... tiers) {
        return new TiersFeature(List.of(tiers));
    }

    /**
     * Sets the tiers of one node; other nodes run a DataNode of every tier.
     *
     * @param node name of the node, such as {@code n1}
     * @param names tiers of its DataNodes, in order
     * @return this feature
     */
    public TiersFeature node(String node, String... names) {
        nodeTiers.put(node, List.of(names));
        return this;
    }

    /**
     * Sets the weight of a tier for readers.
     *
     * @param tier name of the tier
     * @param weight relative read speed
     * @return this feature
     */
    public TiersFeature weight(String tier, int weight) {
        weights.put(tier, weight);
        return this;
    }

    /**
     * Sets the policy of files without their own policy, {@code hybrid} by default.
     *
     * @param newPolicy policy or vector; empty: stock placement
     * @return this feature
     */
    public TiersFeature policy(String newPolicy) {
        policy = newPolicy;
        return this;
    }

    /**
     * Sets the order in which readers are offered replicas, {@code hybrid} by default.
     *
     * @param newRetrieval order; empty: stock order
     * @return this feature
     */
    public TiersFeature retrieval(String newRetrieval) {
        retrieval = newRetrieval;
        return this;
    }

    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public String description() {
        return "a DataNode of tier fast and one of tier disk on every node, placement and retrieval by tier";
    }

    @Override
    public String module() {
        return "hdfs-tiered";
    }

    @Override
    public List<String> classes() {
        return List.of(NAMENODE_PLUGIN, TOPOLOGY, PLACEMENT, DATANODE_PLUGIN);
    }

    @Override
    public void apply(ClusterRecipe recipe) {
        for (String node : recipe.nodeNames()) {
            if (!recipe.describesDataNodes(node)) {
                describe(recipe, node, nodeTiers.getOrDefault(node, tiers));
            }
        }
        recipe.setDefault("dfs.tier.names", String.join(",", tiers))
                // The disks of a test are directories or emulated: a probe would measure the machine's disk.
                .setDefault("dfs.tier.probe.enabled", "false")
                .setDefault(Role.DATANODE, "dfs.datanode.plugins", DATANODE_PLUGIN)
                .setDefault(Role.NAMENODE, "dfs.namenode.plugins", NAMENODE_PLUGIN)
                .setDefault(Role.NAMENODE, "dfs.net.topology.impl", TOPOLOGY)
                .setDefault(Role.NAMENODE, "dfs.block.replicator.classname", PLACEMENT);
        weights.forEach((tier, weight) ->
                recipe.setDefault(Role.NAMENODE, "dfs.tier." + tier + ".weight", Integer.toString(weight)));
        if (!policy.isEmpty()) {
            recipe.setDefault(Role.NAMENODE, "dfs.tier.policy", policy);
        }
        if (!retrieval.isEmpty()) {
            recipe.setDefault(Role.NAMENODE, "dfs.tier.retrieval", retrieval);
        }
    }

    private static void describe(ClusterRecipe recipe, String node, List<String> names) {
        if (recipe.diskNames(node).isEmpty()) {
            names.forEach(tier -> recipe.disk(node, Disk.plain(tier)));
        }
        List<String> disks = recipe.diskNames(node);
        for (int i = 0; i < names.size(); i++) {
            String tier = names.get(i);
            int index = i;
            recipe.dataNode(node, dataNode -> {
                dataNode.set(TIER_KEY, tier);
                storage(dataNode, tier, index, names.size(), disks);
            });
        }
    }

    private static void storage(DataNodeSpec dataNode, String tier, int index, int tiers, List<String> disks) {
        if (disks.contains(tier)) {
            dataNode.on(tier);
        } else if (disks.size() == tiers) {
            dataNode.on(disks.get(index));
        }
    }
}
