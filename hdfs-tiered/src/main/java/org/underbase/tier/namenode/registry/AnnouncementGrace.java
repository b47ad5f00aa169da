package org.underbase.tier.namenode.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.tier.policy.TierNames;

/**
 * Grace period of DataNodes that have registered with this NameNode and have not announced a tier. Until its end, a DataNode
 * may belong to any tier, so its replicas do not count as misplaced. Thread-safe.
 */
public final class AnnouncementGrace {
    private final TierRegistry registry;
    private final long nanos;
    private final LongSupplier clock;
    /** Time of the registration, in nanoseconds, by DataNode UUID. */
    private final Map<String, Long> registered = new ConcurrentHashMap<>();

    /**
     * Creates a grace period.
     *
     * @param millis duration, in milliseconds
     * @param clock clock, in nanoseconds
     */
    public AnnouncementGrace(TierRegistry registry, long millis, LongSupplier clock) {
        this.registry = registry;
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        this.clock = clock;
    }

    /** Begins the period of a DataNode. */
    public void begin(DatanodeID node) {
        registered.put(node.getDatanodeUuid(), clock.getAsLong());
    }

    /** Forgets a DataNode that has left the cluster. */
    public void forget(DatanodeID node) {
        registered.remove(node.getDatanodeUuid());
    }

    /** Whether a DataNode has no tier and may still announce one. */
    public boolean covers(DatanodeDescriptor node) {
        if (registry.rank(node) != TierNames.UNKNOWN) {
            return false;
        }
        Long since = registered.get(node.getDatanodeUuid());
        return since != null && clock.getAsLong() - since < nanos;
    }
}
