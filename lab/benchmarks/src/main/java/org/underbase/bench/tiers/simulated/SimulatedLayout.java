package org.underbase.bench.tiers.simulated;

import java.util.ArrayList;
import java.util.List;

/** Layout of the simulated DataNodes: one or more copies of the testbed of the hatS paper (section V-A). */
final class SimulatedLayout {
    static final String TIERS = "pcie,sata,hdd";
    private static final int NODES = 9;
    private static final int DATANODES = 13;

    private SimulatedLayout() {}

    /**
     * Creates the DataNodes. 39 DataNodes are the paper's testbed: three racks of nine nodes with an HDD each; per rack,
     * three nodes also have a SATA SSD and one node a PCIe SSD. Other numbers keep the proportions, with at most 45 nodes
     * per rack.
     *
     * @param datanodes number of DataNodes
     */
    static List<SimulatedDatanode> of(int datanodes) {
        int racks = Math.max(3, datanodes / (5 * DATANODES));
        List<SimulatedDatanode> result = new ArrayList<>();
        for (int node = 0; result.size() < datanodes; node++) {
            for (int rack = 0; rack < racks && result.size() < datanodes; rack++) {
                int kind = node % NODES;
                String second = kind == 0 ? "pcie" : kind <= 3 ? "sata" : "";
                result.add(new SimulatedDatanode(rack, node, 0, "hdd"));
                if (!second.isEmpty() && result.size() < datanodes) {
                    result.add(new SimulatedDatanode(rack, node, 1, second));
                }
            }
        }
        return result;
    }
}
