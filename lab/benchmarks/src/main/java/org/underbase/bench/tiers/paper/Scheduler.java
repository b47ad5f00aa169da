package org.underbase.bench.tiers.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.underbase.bench.tiers.io.Task;

/**
 * Assignment of one task per block to nodes, as Hadoop's scheduler assigns Grep's: nodes alternate, and each takes a block on
 * the node, otherwise on its rack, otherwise any.
 */
final class Scheduler {
    /** Block with the nodes that have a replica. */
    record Located(Task task, Set<String> hosts) {}

    /** Node that executes tasks. */
    record Worker(String host, Set<String> rackHosts) {}

    private Scheduler() {}

    /**
     * Assigns all blocks.
     *
     * @param blocks the blocks
     * @param workers the nodes
     * @param seed seed of the order of the blocks
     * @return tasks of each node
     */
    static List<List<Task>> assign(List<Located> blocks, List<Worker> workers, long seed) {
        List<Located> remaining = new ArrayList<>(blocks);
        Collections.shuffle(remaining, new Random(seed));
        List<List<Task>> result = new ArrayList<>();
        workers.forEach(worker -> result.add(new ArrayList<>()));
        for (int turn = 0; !remaining.isEmpty(); turn++) {
            int worker = turn % workers.size();
            result.get(worker).add(next(remaining, workers.get(worker)).task());
        }
        return result;
    }

    private static Located next(List<Located> remaining, Worker worker) {
        ToIntFunction<Located> distance = block -> block.hosts().contains(worker.host())
                ? 0
                : Collections.disjoint(block.hosts(), worker.rackHosts()) ? 2 : 1;
        int nearest = 0;
        for (int i = 1; i < remaining.size(); i++) {
            if (distance.applyAsInt(remaining.get(i)) < distance.applyAsInt(remaining.get(nearest))) {
                nearest = i;
            }
        }
        return remaining.remove(nearest);
    }
}
