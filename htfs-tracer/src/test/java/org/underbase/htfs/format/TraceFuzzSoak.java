package org.underbase.htfs.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Soak that reads mutated traces, see {@link TraceFuzz}, in one process per core. Each process has a small heap, so that a
 * reader that allocates too much fails.
 */
public final class TraceFuzzSoak implements Soak {
    private static final String HEAP = "128m";
    private static final String DIRECT = "32m";
    private static final long CHUNK = 5_000;
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(15);

    @Override
    public String name() {
        return "trace-fuzz";
    }

    @Override
    public String description() {
        return "the trace reader on mutated traces: no hang, bounded memory, no wrong event, no unreported loss";
    }

    @Override
    public long defaultCount() {
        return 1_000_000;
    }

    @Override
    public String unit() {
        return "mutated inputs";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        long count = options.count();
        int workers = (int) Math.min(count, Runtime.getRuntime().availableProcessors());
        progress.step(count + " inputs in " + workers + " processes with -Xmx" + HEAP);
        AtomicLong next = new AtomicLong();
        AtomicLong reported = new AtomicLong(System.nanoTime() + REPORT_NANOS);
        List<Future<TraceFuzz.Result>> results = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            for (int i = 0; i < workers; i++) {
                Path log = options.workDirectory().resolve("trace-fuzz-" + i + ".err");
                results.add(pool.submit(() -> work(options, log, next, done -> {
                    long due = reported.get();
                    if (System.nanoTime() - due >= 0 && reported.compareAndSet(due, System.nanoTime() + REPORT_NANOS)) {
                        progress.step(done + " of " + count);
                    }
                })));
            }
            return result(results);
        } finally {
            pool.shutdownNow();
        }
    }

    private static TraceFuzz.Result work(
            SoakOptions options, Path log, AtomicLong next, java.util.function.LongConsumer progress)
            throws IOException {
        ProcessBuilder java = new ProcessBuilder(
                ChildJvm.java(),
                "-Xmx" + HEAP,
                "-XX:MaxDirectMemorySize=" + DIRECT,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                TraceFuzzMain.class.getName());
        TraceFuzz.Result all = TraceFuzz.Result.NONE;
        try (ChildJvm<TraceFuzzMain.Inputs, TraceFuzz.Result> child =
                new ChildJvm<>("trace fuzzer", java, log, TraceFuzz.Result.class)) {
            for (long from = next.getAndAdd(CHUNK); from < options.count(); from = next.getAndAdd(CHUNK)) {
                long to = Math.min(options.count(), from + CHUNK);
                all = all.plus(child.call(new TraceFuzzMain.Inputs(options.seed(), from, to)));
                progress.accept(to);
            }
        }
        return all;
    }

    private static SoakResult result(List<Future<TraceFuzz.Result>> results) throws InterruptedException {
        TraceFuzz.Result all = TraceFuzz.Result.NONE;
        StringBuilder failures = new StringBuilder();
        for (Future<TraceFuzz.Result> result : results) {
            try {
                all = all.plus(result.get());
            } catch (ExecutionException e) {
                failures.append(e.getCause().getMessage()).append('\n');
            }
        }
        return new SoakResult(failures.isEmpty(), metrics(all), failures.toString());
    }

    private static Map<String, String> metrics(TraceFuzz.Result result) {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("inputs", Long.toString(result.inputs()));
        metrics.put("complete", Long.toString(result.complete()));
        metrics.put("corrupt", Long.toString(result.corrupt()));
        metrics.put("rejected", Long.toString(result.rejected()));
        metrics.put("crc_recomputed", Long.toString(result.undetectable()));
        metrics.put("checked_for_salvage", Long.toString(result.salvaged()));
        metrics.put("max_heap_allocated_bytes", Long.toString(result.maxAllocated()));
        metrics.put("heap", HEAP);
        return metrics;
    }
}
