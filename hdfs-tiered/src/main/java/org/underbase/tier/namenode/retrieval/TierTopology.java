package org.underbase.tier.namenode.retrieval;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.net.InnerNode;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.AnnouncementGrace;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.namenode.registry.TierConfiguration;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.policy.RetrievalOrder;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierNames;

/**
 * Network topology with tiers ({@code dfs.net.topology.impl}). It owns the registry, because a NameNode creates it
 * first, and orders the replicas for readers (hatS, section IV-c). Thread-safe.
 */
public class TierTopology extends DFSNetworkTopology implements Configurable {
    /** Prefix of the retrieval policy in a client's caller context. */
    public static final String RETRIEVAL_CONTEXT = "tierRetrieval:";

    private final Map<String, DatanodeDescriptor> nodes = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();
    private final ServedReads served = new ServedReads();
    private volatile Configuration conf = new Configuration(false);
    private volatile TierRegistry registry = new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME);
    private volatile ReaderWeights weights = ReaderWeights.none();
    private volatile RetrievalPolicy retrieval = RetrievalPolicy.NETWORK_AWARE;
    private volatile TierIndex index = new TierIndex(java.util.List.of(), registry, 0, 0);
    private volatile TierPolicies policies = TierPolicies.stock();
    private volatile TierUsage usage = TierUsage.none();
    private volatile TierQuotas quotas = TierQuotas.none();
    private volatile AnnouncementGrace grace = new AnnouncementGrace(registry, 0, System::nanoTime);

    /**
     * Reads the configuration.
     *
     * @throws IllegalArgumentException if a setting of the tiers is invalid; the NameNode does not start then
     */
    @Override
    public void setConf(Configuration configuration) {
        conf = Objects.requireNonNull(configuration, "configuration");
        registry = new TierRegistry(TierConfiguration.names(configuration), NodeIdentity.of(configuration));
        retrieval = TierConfiguration.retrieval(configuration);
        weights = new ReaderWeights(configuration, registry);
        grace = new AnnouncementGrace(registry, TierKeys.ANNOUNCE_GRACE.millis(configuration), System::nanoTime);
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    public TierRegistry registry() {
        return registry;
    }

    public RetrievalPolicy retrieval() {
        return retrieval;
    }

    public ReaderWeights weights() {
        return weights;
    }

    public ServedReads served() {
        return served;
    }

    /** Returns the lookup of policies; stock until the NameNode's plug-in has started. */
    public TierPolicies policies() {
        return policies;
    }

    public void policies(TierPolicies lookup) {
        policies = lookup;
    }

    /** Returns the usage of the tiers; none until the NameNode's plug-in has started. */
    public TierUsage usage() {
        return usage;
    }

    public void usage(TierUsage ofTiers) {
        usage = ofTiers;
    }

    /** Returns the quotas of directories; none until the NameNode's plug-in has started. */
    public TierQuotas quotas() {
        return quotas;
    }

    public void quotas(TierQuotas ofDirectories) {
        quotas = ofDirectories;
    }

    /** Returns the grace period of DataNodes without a tier. */
    public AnnouncementGrace grace() {
        return grace;
    }

    @Override
    public void add(Node node) {
        super.add(node);
        if (node instanceof DatanodeDescriptor datanode) {
            nodes.put(datanode.getDatanodeUuid(), datanode);
            grace.begin(datanode);
            version.incrementAndGet();
        }
    }

    @Override
    public void remove(Node node) {
        super.remove(node);
        if (node instanceof DatanodeDescriptor datanode) {
            nodes.remove(datanode.getDatanodeUuid(), datanode);
            grace.forget(datanode);
            version.incrementAndGet();
        }
    }

    /**
     * Like in HDFS, which converts every excluded DataNode to a path and looks it up in the tree, twice for each
     * replica on a different rack. With all DataNodes of a host excluded, that would dominate the cost of choosing
     * targets.
     */
    @Override
    public int countNumOfAvailableNodes(String scope, Collection<Node> excluded) {
        if (scope.startsWith("~") || excluded == null) {
            return super.countNumOfAvailableNodes(scope, excluded);
        }
        String place = NodeBase.normalize(scope);
        netlock.readLock().lock();
        try {
            Node root = getNode(place);
            int count = root instanceof InnerNode inner ? inner.getNumOfLeaves() : root == null ? 0 : 1;
            for (Node node : excluded) {
                Node there =
                        node instanceof DatanodeDescriptor && contains(node) ? node : getNode(NodeBase.getPath(node));
                if (there != null && within(there, place)) {
                    count -= there instanceof InnerNode inner ? inner.getNumOfLeaves() : 1;
                }
            }
            return count;
        } finally {
            netlock.readLock().unlock();
        }
    }

    private static boolean within(Node node, String place) {
        String location = node.getNetworkLocation();
        if (location.length() < place.length()) {
            return NodeBase.getPath(node).equals(place);
        }
        return location.startsWith(place)
                && (location.length() == place.length() || place.isEmpty() || location.charAt(place.length()) == '/');
    }

    /** Returns the current index of DataNodes by tier. */
    public TierIndex index() {
        TierIndex current = index;
        long registryNow = registry.version();
        long topologyNow = version.get();
        if (current.isBuiltFrom(registryNow, topologyNow)) {
            return current;
        }
        return rebuilt();
    }

    private synchronized TierIndex rebuilt() {
        long registryNow = registry.version();
        long topologyNow = version.get();
        if (!index.isBuiltFrom(registryNow, topologyNow)) {
            index = new TierIndex(nodes.values(), registry, registryNow, topologyNow);
        }
        return index;
    }

    @Override
    public <T extends Node> void sortByDistance(
            Node reader, T[] items, int active, Consumer<java.util.List<T>> second) {
        RetrievalPolicy policy = policyOfThisCall();
        if (policy == RetrievalPolicy.NETWORK_AWARE) {
            super.sortByDistance(reader, items, active, second);
            nearestFirst(reader, items, active);
        } else {
            order(policy, reader, items, active);
        }
        offered(items, active);
    }

    @Override
    public <T extends Node> void sortByDistanceUsingNetworkLocation(
            Node reader, T[] items, int active, Consumer<java.util.List<T>> second) {
        RetrievalPolicy policy = policyOfThisCall();
        if (policy == RetrievalPolicy.NETWORK_AWARE) {
            super.sortByDistanceUsingNetworkLocation(reader, items, active, second);
        } else {
            order(policy, reader, items, active);
        }
        offered(items, active);
    }

    private void offered(Object[] items, int active) {
        if (!registry.empty()) {
            served.offered(index(), items, active);
        }
    }

    /**
     * Moves a replica on the reader's node to the front. HDFS represents the reader by any DataNode on its host, so
     * that a replica on another DataNode of the host would count as being on the same rack.
     */
    private <T extends Node> void nearestFirst(Node reader, T[] items, int active) {
        if (active < 2 || !(reader instanceof DatanodeInfo me) || !index().nodesAreShared()) {
            return;
        }
        for (int i = 0; i < active; i++) {
            // Compare racks first: most replicas are on different racks, and rack names are shared objects.
            if (items[i] instanceof DatanodeInfo datanode
                    && datanode.getNetworkLocation().equals(me.getNetworkLocation())
                    && registry.node(datanode).equals(registry.node(me))) {
                T local = items[i];
                System.arraycopy(items, 0, items, 1, i);
                items[0] = local;
                return;
            }
        }
    }

    private <T extends Node> void order(RetrievalPolicy policy, Node reader, T[] items, int active) {
        if (active < 2) {
            return;
        }
        double[] weight = weights.of(policy, reader, items, active, index());
        RetrievalOrder.shuffle(items, weight, active, random());
    }

    /** Returns the source of random orders. */
    protected RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    /** Returns the cluster's policy, or the one in the client's caller context. */
    private RetrievalPolicy policyOfThisCall() {
        if (registry.tiers().isEmpty()) {
            return RetrievalPolicy.NETWORK_AWARE;
        }
        CallerContext context = CallerContext.getCurrent();
        if (context == null || context.getContext() == null) {
            return retrieval;
        }
        String text = context.getContext();
        int start = text.lastIndexOf(RETRIEVAL_CONTEXT);
        if (start < 0) {
            return retrieval;
        }
        int from = start + RETRIEVAL_CONTEXT.length();
        int end = from;
        while (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '-')) {
            end++;
        }
        try {
            return RetrievalPolicy.parse(text.substring(from, end));
        } catch (IllegalArgumentException unknown) {
            // An invalid caller context must not make the call fail.
            return retrieval;
        }
    }
}
