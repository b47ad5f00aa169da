package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;

/**
 * State of one tier.
 *
 * @param name name of the tier
 * @param rank position by speed; 0 is the fastest tier
 * @param weight weight of a replica in weighted retrieval orders
 * @param live number of live DataNodes
 * @param dead number of dead DataNodes
 * @param usable number of live DataNodes that are in service, not stale and not being decommissioned
 * @param racks number of racks with live DataNodes of the tier
 * @param capacity capacity in bytes
 * @param used used bytes
 * @param remaining remaining bytes
 * @param replicas number of replicas
 * @param load active xceivers of all live DataNodes
 * @param readsServed replicas offered first to a reader since the NameNode started
 * @param writesServed replicas chosen for a writer since the NameNode started
 * @param profile performance of the devices; empty if unknown
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

    /** Returns the used fraction of the capacity, 0 to 1; 0 for a tier without capacity. */
    public double usedFraction() {
        return capacity == 0 ? 0 : (double) used / capacity;
    }
}
