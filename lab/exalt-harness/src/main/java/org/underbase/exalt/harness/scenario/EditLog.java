package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.RateTracker;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that measures the cost of syncing the edit log. (NSDI '14, section 6.1.1: it was the bottleneck, and then its location was.) */
final class EditLog implements Scenario {
    private static final String DIRECTORIES = "dfs.namenode.edits.dir";
    private static final String ASYNC = "dfs.namenode.edits.asynclogging";
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MIN_MEMORY = 1L << 30;

    private static final int WARM_UP = 8;
    private static final long METRICS_LIMIT_SECONDS = 30;
    private static final double PERCENT = 100;
    private static final double MILLIS = 1e3;

    /**
     * Variant of the edit log.
     *
     * @param words label
     * @param inMemory whether the edit log is in memory
     * @param settings settings of the NameNode
     */
    private record Way(String words, boolean inMemory, Map<String, String> settings) {}

    /** Measurements of a variant. */
    private record Result(Way way, Phase phase, long syncs, double syncMillis, double transactions) {
        double inSyncs() {
            return PERCENT * syncs * syncMillis / MILLIS / phase.seconds();
        }

        List<String> row() {
            Measured measured = Measured.of(way.words(), phase);
            return List.of(
                    way.words(),
                    Measured.number(measured.rate(), 0),
                    Measured.number(measured.client(), 2),
                    Measured.number(syncs / phase.seconds(), 0),
                    Measured.number(syncMillis, 3),
                    Measured.number(transactions, 1),
                    Measured.number(inSyncs(), 0),
                    Measured.number(measured.busy(), 0));
        }
    }

    @Override
    public String name() {
        return "edit-log";
    }

    @Override
    public String question() {
        return "Directories created per second, and the cost of a sync, with the edit log on disk, in memory and twice; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<String> warnings = new ArrayList<>();
        String disk = "disk (" + Files.getFileStore(options.directory()).type() + ")";
        List<Way> ways = new ArrayList<>();
        ways.add(new Way(disk, false, Map.of()));
        ways.add(new Way(disk + ", " + ASYNC + "=false", false, Map.of(ASYNC, "false")));
        String two =
                uris(options.directory().resolve("edits-1"), options.directory().resolve("edits-2"));
        ways.add(new Way(disk + ", two directories", false, Map.of(DIRECTORIES, two)));
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            warnings.add("skipped the edit log in memory: " + obstacle.get());
        } else {
            // A unique name: the cluster creates the directory and removes it.
            String inMemory = uris(MEMORY.resolve("underbase-edits-" + Long.toHexString(System.nanoTime())));
            ways.add(new Way("memory (tmpfs)", true, Map.of(DIRECTORIES, inMemory)));
            ways.add(new Way(
                    "memory (tmpfs), " + ASYNC + "=false", true, Map.of(DIRECTORIES, inMemory, ASYNC, "false")));
        }
        List<Result> results = new ArrayList<>();
        for (Way way : ways) {
            results.add(measure(way, "edit-log-" + results.size(), options, progress));
        }
        List<String> limits = Warnings.of(results.stream().map(Result::phase).toList());
        warnings.addAll(limits);
        return new ScenarioResult(
                name(),
                question(),
                List.of(
                        "edit log",
                        "directories/s",
                        "client ms",
                        "syncs/s",
                        "ms per sync",
                        "transactions per sync",
                        "time in syncs %",
                        "machine busy %"),
                results.stream().map(Result::row).toList(),
                verdict(results, !limits.isEmpty()),
                List.copyOf(warnings));
    }

    private static Result measure(Way way, String part, ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        try (ExaltCluster cluster = ExaltCluster.start(options.cluster(part, way.settings()), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            sampler.run("warm-up", load(options, "/warm-up", Math.min(WARM_UP, options.count())), listener);
            RateTracker syncs = new RateTracker(cluster.nameNode(), "NameNodeActivity", "Syncs");
            RateTracker transactions = new RateTracker(cluster.nameNode(), "NameNodeActivity", "Transactions");
            Phase phase;
            try (syncs;
                    transactions) {
                syncs.inBackground();
                transactions.inBackground();
                phase = sampler.run(way.words(), load(options, "/directories", options.count()), listener);
                // The metrics lag; on a loaded machine by more than the phase lasts.
                syncs.await(1, METRICS_LIMIT_SECONDS);
                transactions.await(1, METRICS_LIMIT_SECONDS);
            }
            return new Result(
                    way,
                    phase,
                    syncs.count(),
                    syncs.mean(),
                    transactions.count() / (double) Math.max(1, syncs.count()));
        }
    }

    private static LoadSpec load(ScenarioOptions options, String directory, long seconds) {
        return Phases.namespace(LoadSpec.Kind.MKDIR, directory, options, 0, seconds, 100, options.seed());
    }

    private static String uris(Path... directories) {
        return Stream.of(directories)
                .map(directory -> directory.toAbsolutePath().toUri().toString())
                .collect(Collectors.joining(","));
    }

    private static Optional<String> obstacle() throws IOException {
        if (!Files.isDirectory(MEMORY) || !Files.isWritable(MEMORY)) {
            return Optional.of(MEMORY + " is missing or not writable");
        }
        FileStore store = Files.getFileStore(MEMORY);
        if (!store.type().equals("tmpfs")) {
            return Optional.of(MEMORY + " is " + store.type() + ", not tmpfs");
        }
        return store.getUsableSpace() < MIN_MEMORY
                ? Optional.of(MEMORY + " has less than 1 GiB free")
                : Optional.empty();
    }

    private static String verdict(List<Result> results, boolean limited) {
        Result disk = results.get(0);
        String share = String.format(
                Locale.ROOT,
                "On the disk, the NameNode is in syncs for %.0f%% of the time, %.3f ms each. ",
                disk.inSyncs(),
                disk.syncMillis());
        Optional<Result> inMemory =
                results.stream().filter(result -> result.way().inMemory()).findFirst();
        if (inMemory.isEmpty()) {
            return share + rates("A second directory", results.get(results.size() - 1), disk, limited);
        }
        Result memory = inMemory.get();
        return share
                + String.format(Locale.ROOT, "In memory: %.0f%%, %.3f ms each. ", memory.inSyncs(), memory.syncMillis())
                + rates("The edit log in memory", memory, disk, limited);
    }

    private static String rates(String change, Result changed, Result base, boolean limited) {
        return Verdict.ofRates(
                change,
                changed.phase().filesPerSecond(),
                "one on the disk",
                base.phase().filesPerSecond(),
                limited);
    }
}
