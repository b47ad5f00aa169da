package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;

/**
 * One tier of the cluster.
 *
 * @param name its name
 * @param rank 0 is the fastest
 * @param weight of its replicas in weighted orders of retrieval
 * @param live live DataNodes
 * @param dead dead DataNodes
 * @param usable live DataNodes that are in service, not stale and not being decommissioned
 * @param racks how many racks have it
 * @param capacity bytes
 * @param used bytes
 * @param remaining bytes
 * @param replicas replicas of blocks
 * @param load active transceivers of all live DataNodes
 * @param readsServed replicas offered first to a reader since the NameNode started
 * @param writesServed replicas chosen for a writer since the NameNode started
 * @param profile what its devices can do, where that is known
 */
public record TierReport(
        String name,
        int rank,
        double weight,
        int live,
        int dead,
        int usable,
        int racks,
        long capacity,
        long used,
        long remaining,
        long replicas,
        long load,
        long readsServed,
        long writesServed,
        Optional<DeviceProfile> profile) {
    public TierReport {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(profile, "profile");
    }

    /** The part of the capacity that is used, 0 to 1; 0 for a tier without capacity. */
    public double usedShare() {
        return capacity == 0 ? 0 : (double) used / capacity;
    }
}
