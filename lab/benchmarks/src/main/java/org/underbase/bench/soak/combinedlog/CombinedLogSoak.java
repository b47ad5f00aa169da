package org.underbase.bench.soak.combinedlog;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.bench.soak.finding.Finding;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Kills a DataNode with a journal under the load of twelve writers, or cuts its power, starts it again and compares every
 * byte that was acknowledged. One strike in seven is a power cut.
 */
public final class CombinedLogSoak implements Soak {
    private static final int WRITERS = 12;
    private static final int CUT_EVERY = 7;
    private static final Duration LOAD = Duration.ofMinutes(3);

    @Override
    public String name() {
        return "combinedlog";
    }

    @Override
    public String description() {
        return "kill -9 and power cuts of a DataNode with a journal: no acknowledged hsync is lost";
    }

    @Override
    public long defaultCount() {
        return 350;
    }

    @Override
    public String unit() {
        return "strikes, one in seven a power cut";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        Map<String, Long> tally = new LinkedHashMap<>();
        for (String key : List.of("kills", "power_cuts", "syncs", "files", "bytes", "replays")) {
            tally.put(key, 0L);
        }
        Path logs = options.workDirectory().resolve("logs");
        Random random = new Random(options.seed());
        progress.step("seed " + options.seed() + ", " + options.count() + " strikes");
        try (LogCluster cluster = LogCluster.start(logs)) {
            try {
                for (long i = 1; i <= options.count(); i++) {
                    round(cluster, i, random, tally);
                    if (i % 10 == 0) {
                        progress.step(i + " strikes: " + tally);
                    }
                }
                tally.put("replays", cluster.replays());
                return new SoakResult(true, figures(tally), "");
            } catch (Finding | IOException | RuntimeException e) {
                cluster.collectLogs(logs);
                return new SoakResult(
                        false, figures(tally), "seed " + options.seed() + ", after " + tally + ": " + e.getMessage());
            }
        }
    }

    private static Map<String, String> figures(Map<String, Long> tally) {
        Map<String, String> figures = new LinkedHashMap<>();
        tally.forEach((key, value) -> figures.put(key, Long.toString(value)));
        return figures;
    }

    private static void round(LogCluster cluster, long round, Random random, Map<String, Long> tally)
            throws IOException, InterruptedException, Finding {
        boolean powerCut = round % CUT_EVERY == 2;
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
                    .until(() -> acks.get() >= until || writers.stream().anyMatch(writer -> writer.failure() != null));
        } catch (ConditionTimeoutException e) {
            throw new Finding("only " + acks + " hsyncs in " + LOAD.toMinutes() + " minutes", e);
        } finally {
            writers.forEach(LogWriter::strike);
        }
        if (powerCut) {
            cluster.cutPower();
        } else {
            cluster.kill();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (LogWriter writer : writers) {
            if (writer.failure() != null) {
                throw new Finding("a writer failed before the strike: " + writer.failure(), writer.failure());
            }
        }
        cluster.restart();
        Check check = new Check(cluster.fs(), powerCut);
        for (LogWriter writer : writers) {
            for (LogFile file : writer.files()) {
                check.begin(file);
            }
        }
        for (LogWriter writer : writers) {
            for (LogFile file : writer.files()) {
                long bytes = check.file(file);
                tally.merge("files", bytes > 0 ? 1L : 0L, Long::sum);
                tally.merge("bytes", bytes, Long::sum);
            }
        }
        tally.merge(powerCut ? "power_cuts" : "kills", 1L, Long::sum);
        tally.merge("syncs", acks.get(), Long::sum);
        cluster.fs().delete(new org.apache.hadoop.fs.Path("/soak"), true);
    }
}
