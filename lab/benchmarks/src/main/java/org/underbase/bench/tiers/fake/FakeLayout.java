package org.underbase.bench.tiers.fake;

import java.util.ArrayList;
import java.util.List;

/** Which DataNodes there are: the testbed of the hatS paper (section V-A), once or many times. */
final class FakeLayout {
    static final String TIERS = "pcie,sata,hdd";
    private static final int NODES = 9;
    private static final int DATANODES = 13;

    private FakeLayout() {}

    /**
     * The paper's for 39 DataNodes: three racks of nine nodes, an HDD on each, SATA SSDs on three of them, a PCIe SSD on
     * one more. For others the same in proportion, in racks of 45 nodes at most.
     */
    static List<FakeDatanode> of(int datanodes) {
        int racks = Math.max(3, datanodes / (5 * DATANODES));
        List<FakeDatanode> result = new ArrayList<>();
        for (int node = 0; result.size() < datanodes; node++) {
            for (int rack = 0; rack < racks && result.size() < datanodes; rack++) {
                int kind = node % NODES;
                String second = kind == 0 ? "pcie" : kind <= 3 ? "sata" : "";
                result.add(new FakeDatanode(rack, node, 0, "hdd"));
                if (!second.isEmpty() && result.size() < datanodes) {
                    result.add(new FakeDatanode(rack, node, 1, second));
                }
            }
        }
        return result;
    }
}
