package org.underbase.exalt.harness.scenario;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.underbase.exalt.harness.cluster.ClusterOptions;

/**
 * What a scenario is to use.
 *
 * @param datanodes emulated ones
 * @param clients threads that work at the same time
 * @param count how much is done, see {@link Scenario#defaultCount}
 * @param seed of every random choice
 * @param nameNodeHeap such as {@code 2g}
 * @param settings of all daemons and clients
 * @param directory below which each cluster has one of its own
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
        ClusterOptions.checkHeap(nameNodeHeap);
        atLeastOne("DataNode", datanodes);
        atLeastOne("client", clients);
        if (count < 1) {
            throw new IllegalArgumentException("a scenario's count is at least 1, not " + count);
        }
    }

    private static void atLeastOne(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException("a scenario needs at least 1 " + what + ", not " + number);
        }
    }

    /**
     * A cluster for a part of it.
     *
     * @param part its name
     * @param more settings; the user's win
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
                Optional.of(directory.resolve(part)));
    }

    /** The same with another number of emulated DataNodes. */
    ScenarioOptions withDatanodes(int other) {
        return new ScenarioOptions(other, clients, count, seed, nameNodeHeap, settings, directory);
    }
}
