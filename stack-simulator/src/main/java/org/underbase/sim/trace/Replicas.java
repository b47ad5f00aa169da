package org.underbase.sim.trace;

import java.util.List;

/**
 * Replicas of a block.
 *
 * @param machines their machines; readers without a replica on their machine use the first unless a policy orders them
 * @param tiers their tiers by rank; all 0 without tiers
 */
record Replicas(List<Integer> machines, List<Integer> tiers) {
    /** Copies the lists. */
    Replicas {
        machines = List.copyOf(machines);
        tiers = List.copyOf(tiers);
    }

    /** Returns the position of the replica on a machine, or -1. */
    int on(int machine) {
        return machines.indexOf(machine);
    }
}
