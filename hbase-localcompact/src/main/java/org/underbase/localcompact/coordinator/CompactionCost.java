package org.underbase.localcompact.coordinator;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Weighted cost of one compaction: bytes over the network, bytes read from disks and CPU time. Both kinds of compaction write the
 * same bytes to disks, so these are omitted.
 *
 * @param network bytes over the network
 * @param betweenRacks the part of them that crosses racks
 * @param input bytes of the inputs
 * @param merges number of merges of a local compaction
 * @param weights weights of the resources
 */
record CompactionCost(NetworkCost network, NetworkCost betweenRacks, long input, int merges, CostWeights weights) {
    /** CPU time to send and receive a byte, relative to the time to merge one: measured, see docs/local-compaction.md. */
    private static final double SENT_CPU = 0.43;

    /**
     * Weighted cost by resource.
     *
     * @param network cost of the bytes over the network
     * @param disk cost of the disk reads
     * @param cpu cost of the CPU time
     */
    record Sum(double network, double disk, double cpu) {
        double total() {
            return network + disk + cpu;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.0f (network %.0f, disk %.0f, CPU %.0f)", total(), network, disk, cpu);
        }
    }

    /**
     * Computes the cost.
     *
     * @param locality locations of the inputs
     * @param own data transfer address of the RegionServer's DataNode, empty if it has none
     * @param nodes data transfer addresses of the merging nodes
     * @param racks rack of each DataNode by its data transfer address; traffic of unknown ones counts as within a rack
     * @param expected estimated size of the output
     * @param weights weights of the resources
     */
    static CompactionCost of(
            InputLocality locality,
            String own,
            List<String> nodes,
            Map<String, String> racks,
            long expected,
            CostWeights weights) {
        // HDFS orders a pipeline by distance, so the output enters each further rack once.
        long used = nodes.stream()
                .map(racks::get)
                .filter(Objects::nonNull)
                .distinct()
                .count();
        long far = nodes.stream()
                .mapToLong(node -> locality.outsideRack(racks.get(node)))
                .sum();
        NetworkCost betweenRacks =
                new NetworkCost((int) Math.max(0, used - 1), locality.outsideRack(racks.get(own)), far, expected);
        return new CompactionCost(
                NetworkCost.of(locality, own, nodes, expected), betweenRacks, locality.total(), nodes.size(), weights);
    }

    Sum local() {
        return sum(network.local(), betweenRacks.local(), merges);
    }

    Sum stock() {
        return sum(network.stock(), betweenRacks.stock(), 1);
    }

    private Sum sum(long sent, long far, int times) {
        double merged = (double) input * times;
        return new Sum(
                sent + (weights.rack() - 1) * far, weights.disk() * merged, weights.cpu() * (merged + SENT_CPU * sent));
    }

    /** Returns whether a local compaction saves enough. */
    boolean localPays() {
        return local().total() < stock().total() * (1 - weights.minSaving());
    }

    @Override
    public String toString() {
        return network + "; weighted cost of local " + local() + ", of stock " + stock() + "; minimum saving "
                + Math.round(weights.minSaving() * 100) + "%";
    }
}
