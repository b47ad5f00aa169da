package org.underbase.analysis.mapreduce.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.underbase.analysis.mapreduce.soak.JobCluster.Result;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/**
 * Analysis of a trace on YARN with a fault.
 *
 * @param number number in the soak
 * @param fault fault to inject
 * @param seed seed of the trace and of the moment of the fault
 */
record Schedule(int number, Fault fault, long seed) {
    private static final long LIMIT_MINUTES = 10;

    /**
     * Runs the schedule on an idle cluster, which then serves again.
     *
     * @param directory directory to create
     * @return a failure
     */
    Optional<String> run(JobCluster cluster, Path directory) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Path local = TestTrace.write(
                Files.createDirectories(directory.resolve("trace")),
                SyntheticHBase.events(random.nextLong(), 1 + random.nextInt(4), 10 + random.nextInt(40)));
        List<Path> segments;
        try (Stream<Path> files = Files.list(local)) {
            segments = files.sorted().toList();
        }
        TestTrace.corrupt(segments.get(random.nextInt(segments.size())), seed);
        String trace = cluster.upload(local, "/trace-" + number);
        Result expected = cluster.analyze(trace, directory.resolve("local"));
        int lost = cluster.lostAttempts();
        Containers containers = Containers.startingIn(cluster.daemons().directory());
        CompletableFuture<Void> injection = CompletableFuture.runAsync(() -> fault.inject(cluster, containers, random));
        CompletableFuture<Result> jobs = CompletableFuture.supplyAsync(() -> {
            try {
                return cluster.analyzeOnYarn(trace, directory.resolve("yarn"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            injection.get(LIMIT_MINUTES, TimeUnit.MINUTES);
            Result result = jobs.get(LIMIT_MINUTES, TimeUnit.MINUTES);
            restart(cluster);
            return failure(cluster, expected, result, cluster.lostAttempts() - lost);
        } catch (ExecutionException e) {
            return Optional.of(this + ": " + e.getCause());
        } catch (TimeoutException e) {
            return Optional.of(this + ": no end after " + LIMIT_MINUTES + " minutes");
        }
    }

    private Optional<String> failure(JobCluster cluster, Result expected, Result result, int lostAttempts)
            throws IOException {
        if (!result.sameFigures(expected)) {
            return Optional.of(this + ": the results differ");
        }
        if (!result.messages().contains("corrupt: ")) {
            return Optional.of(this + ": the corrupt range is not reported");
        }
        if (fault == Fault.TASK && lostAttempts == 0) {
            return Optional.of(this + ": no attempt failed");
        }
        List<String> left = cluster.workDirectories();
        return left.isEmpty() ? Optional.empty() : Optional.of(this + ": leftover files " + left);
    }

    private static void restart(JobCluster cluster) throws IOException {
        List<Daemon> all = cluster.daemons().daemons(Role.NODEMANAGER);
        for (Daemon daemon : all) {
            daemon.start();
        }
        cluster.daemons().awaitLiveNodeManagers(all.size());
    }

    @Override
    public String toString() {
        return "schedule " + number + " (" + fault + ", seed " + seed + ")";
    }
}
