package org.underbase.bench.tiers.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.underbase.bench.tiers.io.Phase;
import org.underbase.bench.tiers.io.Setup;
import org.underbase.bench.tiers.io.Task;

/**
 * Files of TestDFSIO: one per node.
 *
 * @param directory their directory
 * @param count number of files
 * @param blocks blocks per file
 */
record Files(String directory, int count, int blocks) {
    private List<Task> tasks() {
        return IntStream.range(0, count)
                .mapToObj(i -> new Task(directory + "/f" + i, 0, (long) blocks * Setup.BLOCK))
                .toList();
    }

    /** Returns one task per block. */
    List<Task> blockTasks() {
        List<Task> result = new ArrayList<>();
        for (Task file : tasks()) {
            for (int block = 0; block < blocks; block++) {
                result.add(new Task(file.path(), (long) block * Setup.BLOCK, Setup.BLOCK));
            }
        }
        return result;
    }

    /** Returns phases in which each node writes one file. */
    List<Phase> write() {
        return tasks().stream()
                .map(task -> Phase.complete(Phase.Kind.WRITE, List.of(task), "", 1))
                .toList();
    }

    /**
     * Returns phases in which each node reads one file. TestDFSIO's tasks are placed near their control files, not near the
     * data, so that the file of a node is random.
     *
     * @param retrieval order of the replicas; empty: the NameNode's
     * @param seed seed of the order of the nodes
     */
    List<Phase> read(String retrieval, long seed) {
        List<Task> shuffled = new ArrayList<>(tasks());
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled.stream()
                .map(task -> Phase.complete(Phase.Kind.READ, List.of(task), retrieval, 1))
                .toList();
    }
}
