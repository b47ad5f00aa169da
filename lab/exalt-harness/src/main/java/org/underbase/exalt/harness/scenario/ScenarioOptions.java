package org.underbase.exalt.harness.scenario;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ClusterOptions;

/**
 * Options of a scenario.
 *
 * @param datanodes number of emulated DataNodes
 * @param clients number of concurrent client threads
 * @param count amount of work, see {@link Scenario#defaultCount}
 * @param seed random seed
 * @param nameNodeHeap NameNode heap, such as {@code 2g}
 * @param settings settings of all daemons and clients
 * @param directory parent of the clusters' directories
 */
public record ScenarioOptions(
        int datanodes,
        int clients,
        long count,
        long seed,
        String nameNodeHeap,
        Map<String, String> settings,
        Path directory) {
    public ScenarioOptions {
        ClusterOptions.checkHeap("--namenode-heap", nameNodeHeap);
        atLeastOne("DataNode", datanodes);
        atLeastOne("client", clients);
        if (count < 1) {
            throw new IllegalArgumentException("invalid --count " + count + ": must be at least 1");
        }
    }

    private static void atLeastOne(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException("invalid number of " + what + "s " + number + ": must be at least 1");
        }
    }

    /**
     * Describes a cluster for a part of the scenario.
     *
     * @param part name of the part
     * @param more settings, which the user's settings override
     */
    ClusterOptions cluster(String part, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(more);
        all.putAll(settings);
        int jvms = ClusterOptions.jvmsFor(datanodes);
        return new ClusterOptions(
                datanodes,
                jvms,
                0,
                false,
                true,
                "10T",
                ClusterOptions.heapFor((datanodes + jvms - 1) / jvms),
                nameNodeHeap,
                all,
                directory.resolve(part));
    }

    /** Copies these options with another number of emulated DataNodes. */
    ScenarioOptions withDatanodes(int other) {
        return new ScenarioOptions(other, clients, count, seed, nameNodeHeap, settings, directory);
    }
}
