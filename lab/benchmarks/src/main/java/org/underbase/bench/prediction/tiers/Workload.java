package org.underbase.bench.prediction.tiers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.underbase.bench.prediction.tiers.LoadRequest.Kind;
import org.underbase.bench.prediction.tiers.LoadRequest.Operation;

/**
 * Seeded open-loop load of all clients: files of one block are written, and each is then read once, in random order, by a random
 * client. Intervals are exponential.
 *
 * @param writes writes of each client
 * @param reads reads of each client
 */
public record Workload(List<LoadRequest> writes, List<LoadRequest> reads) {
    /** Directory of the files. */
    static final String DIRECTORY = "/load";

    private static final double WRITES_PER_SECOND = 15;
    /** With stock HDFS, it keeps the HDDs busy for 60% of the time. */
    private static final double READS_PER_SECOND = 8.5;

    /**
     * Creates a load.
     *
     * @param files number of files
     * @param seed seed of all choices
     */
    public static Workload of(int files, long seed) {
        int clients = Nodes.clients().size();
        SplittableRandom random = new SplittableRandom(seed);
        List<String> paths = new ArrayList<>(paths(DIRECTORY, files));
        List<LoadRequest> writes = open(Kind.WRITE, paths, WRITES_PER_SECOND, clients, random.split());
        Collections.shuffle(paths, new Random(seed));
        return new Workload(writes, open(Kind.READ, paths, READS_PER_SECOND, clients, random.split()));
    }

    /** Returns requests that write and then read a few files on each client, so that classes are loaded before the load. */
    static List<List<LoadRequest>> warmUp(int files, int clients) {
        List<LoadRequest> writes = new ArrayList<>();
        List<LoadRequest> reads = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            List<Operation> operations = paths("/warm-up-" + client, files).stream()
                    .map(path -> new Operation(path, 0))
                    .toList();
            writes.add(new LoadRequest(Kind.WRITE, operations));
            reads.add(new LoadRequest(Kind.READ, operations));
        }
        return List.of(writes, reads);
    }

    private static List<String> paths(String directory, int files) {
        List<String> paths = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            paths.add(directory + "/" + file);
        }
        return paths;
    }

    private static List<LoadRequest> open(
            Kind kind, List<String> paths, double rate, int clients, SplittableRandom random) {
        List<List<Operation>> operations = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            operations.add(new ArrayList<>());
        }
        double nanos = 0;
        for (String path : paths) {
            nanos += random.nextExponential() * 1e9 / rate;
            operations.get(random.nextInt(clients)).add(new Operation(path, Math.round(nanos)));
        }
        return operations.stream().map(each -> new LoadRequest(kind, each)).toList();
    }
}
