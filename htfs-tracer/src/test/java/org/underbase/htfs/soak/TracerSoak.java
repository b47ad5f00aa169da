package org.underbase.htfs.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.mini.MiniHdfs;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Soak of the tracer in short-lived threads and processes, whose disks of traces are full, broken or hung, and which are
 * killed. Every result of an application must equal that of the stock client, and descriptors, heap and files are bounded. Every
 * fault must have an effect on the tracer.
 */
public final class TracerSoak implements Soak {
    private static final int MAX_FAILURES = 20;
    /** Every process with a hung disk waits 20 s for it at its end: more processes than cores keep the cores busy. */
    private static final int PROCESSES_PER_CORE = 4;

    @Override
    public String name() {
        return "tracer";
    }

    @Override
    public String description() {
        return "short-lived traced threads and processes with full, broken and hung disks and kill -9: results of stock"
                + " HDFS, bounded memory, descriptors and files";
    }

    @Override
    public long defaultCount() {
        return 10_000;
    }

    @Override
    public String unit() {
        return "threads and as many processes";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        if (!Clients.obstacle().isEmpty()) {
            throw new IOException(Clients.obstacle());
        }
        int count = (int) Math.min(options.count(), Integer.MAX_VALUE);
        Tally tally = new Tally();
        progress.step("seed " + options.seed() + ", starting HDFS");
        try (MiniHdfs hdfs = MiniHdfs.builder().set("dfs.replication", "1").start();
                Clients clients = new Clients(hdfs.configuration(), options.workDirectory())) {
            progress.step(count + " threads in five processes, and " + count + " processes");
            run(clients, runs(count, options.seed()), tally, progress);
            tally.read(clients);
        }
        List<String> failures = tally.failures();
        return new SoakResult(
                failures.isEmpty(),
                tally.metrics(),
                String.join("\n", failures.subList(0, Math.min(failures.size(), MAX_FAILURES))));
    }

    /** A process of the soak. */
    private record Run(String name, Fault fault, int threads, SplittableRandom random) {}

    /** Plans five processes with many threads, one per fault, and processes with one thread and any fault. */
    private static List<Run> runs(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Run> runs = new ArrayList<>();
        Fault[] faults = Fault.values();
        for (int i = 0; i < faults.length; i++) {
            int threads = count * (i + 1) / faults.length - count * i / faults.length;
            if (threads > 0) {
                runs.add(new Run("threads-" + faults[i], faults[i], threads, random.split()));
            }
        }
        for (int i = 0; i < count; i++) {
            runs.add(new Run("process-" + i, Fault.of(random.nextInt(100)), 1, random.split()));
        }
        return runs;
    }

    /** Executes the runs, a few more than cores at a time. */
    private static void run(Clients clients, List<Run> runs, Tally tally, ProgressLine progress)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        ExecutorService pool = Executors.newFixedThreadPool(
                PROCESSES_PER_CORE * Runtime.getRuntime().availableProcessors());
        CompletionService<Void> running = new ExecutorCompletionService<>(pool);
        try {
            for (Run run : runs) {
                running.submit(() -> {
                    tally.add(
                            run.fault, run.threads, clients, clients.run(run.name, run.fault, run.threads, run.random));
                    return null;
                });
            }
            for (int i = 1; i <= runs.size(); i++) {
                running.take().get();
                int done = i;
                progress.update((double) done / runs.size(), () -> {
                    double minutes = (System.nanoTime() - start) / 60e9;
                    return done + " of " + runs.size() + " processes, about "
                            + Math.round(minutes / done * (runs.size() - done)) + " min left";
                });
            }
        } catch (ExecutionException e) {
            throw new IOException("a process cannot be run: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }
}
