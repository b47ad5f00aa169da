package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Crashes of a DataNode with a journal under the load of twelve writers: the soak kills the DataNode or simulates a power failure,
 * restarts it and compares every acknowledged byte. One crash in seven is a power failure.
 */
public final class CombinedLogSoak implements Soak {
    private static final int WRITERS = 12;
    private static final int POWER_FAILURE_EVERY = 7;
    private static final Duration LOAD = Duration.ofMinutes(3);

    @Override
    public String name() {
        return "combinedlog";
    }

    @Override
    public String description() {
        return "kill -9 and power failures of a DataNode with a journal: no acknowledged hsync is lost";
    }

    @Override
    public long defaultCount() {
        return 350;
    }

    @Override
    public String unit() {
        return "crashes, one in seven a power failure";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String key : List.of("kills", "power_failures", "syncs", "files", "bytes", "replays")) {
            counts.put(key, 0L);
        }
        Path logs = options.workDirectory().resolve("logs");
        Random random = new Random(options.seed());
        progress.step("seed " + options.seed() + ", " + options.count() + " crashes");
        try (SoakCluster cluster = SoakCluster.start(logs)) {
            try {
                for (long i = 1; i <= options.count(); i++) {
                    round(cluster, i, random, counts);
                    if (i % 10 == 0) {
                        progress.step(i + " crashes: " + counts);
                    }
                }
                counts.put("replays", cluster.replays());
                return new SoakResult(true, metrics(counts), "");
            } catch (Violation | IOException | RuntimeException e) {
                cluster.collectLogs(logs);
                return new SoakResult(
                        false, metrics(counts), "seed " + options.seed() + ", after " + counts + ": " + e.getMessage());
            }
        }
    }

    private static Map<String, String> metrics(Map<String, Long> counts) {
        Map<String, String> metrics = new LinkedHashMap<>();
        counts.forEach((key, value) -> metrics.put(key, Long.toString(value)));
        return metrics;
    }

    private static void round(SoakCluster cluster, long round, Random random, Map<String, Long> counts)
            throws IOException, InterruptedException, Violation {
        boolean powerFailure = round % POWER_FAILURE_EVERY == 2;
        AtomicLong acks = new AtomicLong();
        List<LogWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            LogWriter writer = new LogWriter(cluster.fs(), "r" + round + "-w" + i, random.nextLong(), acks);
            writers.add(writer);
            threads.add(new Thread(writer, "writer-" + i));
        }
        threads.forEach(Thread::start);
        int until = 300 + random.nextInt(3000);
        try {
            await().atMost(LOAD)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> acks.get() >= until
                            || writers.stream()
                                    .anyMatch(writer -> writer.failure().isPresent()));
        } catch (ConditionTimeoutException e) {
            throw new Violation("only " + acks + " hsyncs in " + LOAD.toMinutes() + " minutes", e);
        } finally {
            writers.forEach(LogWriter::crash);
        }
        if (powerFailure) {
            cluster.failPower();
        } else {
            cluster.kill();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (LogWriter writer : writers) {
            Optional<Exception> failure = writer.failure();
            if (failure.isPresent()) {
                throw new Violation("a writer failed before the crash: " + failure.get(), failure.get());
            }
        }
        cluster.restart();
        FileCheck check = new FileCheck(cluster.fs(), powerFailure);
        for (LogWriter writer : writers) {
            for (LogFile file : writer.files()) {
                check.begin(file);
            }
        }
        for (LogWriter writer : writers) {
            for (LogFile file : writer.files()) {
                long bytes = check.file(file);
                counts.merge("files", bytes > 0 ? 1L : 0L, Long::sum);
                counts.merge("bytes", bytes, Long::sum);
            }
        }
        counts.merge(powerFailure ? "power_failures" : "kills", 1L, Long::sum);
        counts.merge("syncs", acks.get(), Long::sum);
        cluster.fs().delete(new org.apache.hadoop.fs.Path("/soak"), true);
    }
}
