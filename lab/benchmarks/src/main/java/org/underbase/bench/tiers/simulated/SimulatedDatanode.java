package org.underbase.bench.tiers.simulated;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Simulated DataNode: registered with the NameNode, without a process.
 *
 * @param rack number of its rack, from 0
 * @param node number of its node in the rack, from 0
 * @param instance number of the DataNode on the node, from 0
 * @param tier name of its tier
 */
record SimulatedDatanode(int rack, int node, int instance, String tier) {
    /** Returns the address, from which {@link SimulatedRacks} derives the rack. */
    String ip() {
        return "10." + rack + "." + node / 250 + "." + (node % 250 + 1);
    }

    String host() {
        return "h-" + rack + "-" + node;
    }

    int port() {
        return 9000 + 10 * instance;
    }

    String uuid() {
        return UUID.nameUUIDFromBytes((host() + "/" + instance).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
