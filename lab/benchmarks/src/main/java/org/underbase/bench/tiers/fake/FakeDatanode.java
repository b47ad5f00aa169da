package org.underbase.bench.tiers.fake;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A DataNode that exists for the NameNode only.
 *
 * @param rack its number, from 0
 * @param node the number of its node in the rack, from 0
 * @param instance its number on the node, from 0
 */
record FakeDatanode(int rack, int node, int instance, String tier) {
    /** From which {@link FakeRacks} tells the rack. */
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
