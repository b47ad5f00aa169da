package org.underbase.bench.simulator.pagecache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.MemoryGroup;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code pagecache}: pages that a device reads and writes for a list of accesses, with the kernel's page cache in a control
 * group of memory, and with the model of {@code org.underbase.sim.linux}.
 */
public final class PageCachePart {
    private static final int SECONDS = 100;
    private static final int QUICK_SECONDS = 50;
    private static final long LIMIT_BYTES = 256L << 20;
    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final double PERCENT = 100;
    private static final double PAGES_PER_MEBIBYTE = 256;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public PageCachePart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /** Returns why this machine cannot run the part; empty if it can. */
    public static Optional<String> obstacle() throws IOException {
        if (!Files.exists(VERSION_1)) {
            return Optional.of(
                    "control groups of memory are not those of version 1, which have no limits of dirty pages");
        }
        return MemoryGroup.obstacle().or(LoopFileSystem::obstacle);
    }

    /** Runs the part, or notes why this machine cannot. */
    public void run() throws IOException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            measurements.note("pagecache: not measured: " + obstacle.get());
            return;
        }
        for (int run = 0; run < options.runs(); run++) {
            progress.step("page cache: run " + (run + 1) + " of " + options.runs());
            Path home = options.workDirectory().resolve("page-cache-" + run);
            try (LoopFileSystem files = LoopFileSystem.create(home)) {
                measure(files, options.workDirectory().resolve("warm-up-" + run), options.seed() + run);
            }
        }
        measurements.note(String.format(
                Locale.ROOT,
                "pagecache: a process whose page cache is limited to %d MiB accesses files of ext4 without a journal on a loop"
                        + " device. Its device's counters include metadata, which the model does not contain.",
                LIMIT_BYTES >> 20));
    }

    private void measure(LoopFileSystem files, Path warmUp, long seed) throws IOException {
        int seconds = options.quick() ? QUICK_SECONDS : SECONDS;
        AccessFiles old = new AccessFiles(files.directory());
        for (int file = 0; file < AccessList.OLD_FILES; file++) {
            old.create(file, AccessList.OLD_BYTES);
        }
        files.remount();
        MemoryGroup group = files.limitMemory(LIMIT_BYTES);
        double[] kernel = Command.of(List.of(
                        ChildJvm.java(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReplayMain.class.getName(),
                        files.directory().toString(),
                        Files.createDirectories(warmUp).toString(),
                        group.path().toString(),
                        files.device().toString(),
                        Long.toString(seed),
                        Integer.toString(seconds)))
                .limit(LIMIT)
                .run()
                .orThrow()
                .out()
                .lines()
                .mapToDouble(Double::parseDouble)
                .toArray();
        int pages = (int) kernel[2];
        List<Access> accesses = AccessList.of(seed, seconds);
        DeviceCounters model = ModelRun.of(accesses, pages, seconds);
        DeviceCounters paper = PaperRun.of(accesses, pages);
        measurements.measured("size of the page cache", "MiB", pages / PAGES_PER_MEBIBYTE);
        report("disk reads", kernel[0], model.read(), paper.read());
        report("disk writes", kernel[1], model.written(), paper.written());
    }

    private void report(String name, double kernel, double model, double paper) {
        measurements.measured(name + ", kernel", "MiB", kernel / PAGES_PER_MEBIBYTE);
        measurements.measured(name + ", model", "MiB", model / PAGES_PER_MEBIBYTE);
        measurements.measured(name + ", error of the model", "%", PERCENT * (model - kernel) / kernel);
        measurements.measured(name + ", error of a write-through LRU cache", "%", PERCENT * (paper - kernel) / kernel);
    }
}
