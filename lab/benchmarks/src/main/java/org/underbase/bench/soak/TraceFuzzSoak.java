package org.underbase.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.underbase.htfs.format.TraceFuzz;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Reads spoilt traces, see {@link TraceFuzz}, in processes with little memory, one a core: a reader that takes too much dies
 * of it.
 */
public final class TraceFuzzSoak implements Soak {
    private static final String HEAP = "128m";
    private static final String DIRECT = "32m";
    private static final long TELL_EVERY = TimeUnit.SECONDS.toNanos(15);

    /** A process and what it tries. */
    private record FuzzProcess(Process process, Path log) {}

    @Override
    public String name() {
        return "trace-fuzz";
    }

    @Override
    public String description() {
        return "the trace reader on mutated traces: no hang, no memory, no wrong event, nothing missing in silence";
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
        int count = (int) Math.min(options.count(), Runtime.getRuntime().availableProcessors());
        List<FuzzProcess> workers = new ArrayList<>();
        AtomicLongArray done = new AtomicLongArray(count);
        Thread hook = new Thread(() -> end(workers), "underbase-soak-trace-fuzz");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            progress.step(options.count() + " inputs in " + count + " processes with -Xmx" + HEAP);
            for (int i = 0; i < count; i++) {
                workers.add(start(options, i, count));
            }
            String[] results = new String[count];
            List<Thread> listeners = IntStream.range(0, count)
                    .mapToObj(i -> listen(workers.get(i).process(), i, first(options, i, count), done, results))
                    .toList();
            await(listeners, options.count(), done, progress);
            return result(workers, results);
        } finally {
            end(workers);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private static long first(SoakOptions options, int worker, int workers) {
        return options.count() * worker / workers;
    }

    private static FuzzProcess start(SoakOptions options, int i, int workers) throws IOException {
        Path log = options.workDirectory().resolve("trace-fuzz-" + i + ".err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP,
                        "-XX:MaxDirectMemorySize=" + DIRECT,
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceFuzzMain.class.getName(),
                        Long.toString(options.seed()),
                        Long.toString(first(options, i, workers)),
                        Long.toString(first(options, i + 1, workers)))
                .redirectError(log.toFile())
                .start();
        return new FuzzProcess(process, log);
    }

    private static Thread listen(Process process, int i, long first, AtomicLongArray done, String[] results) {
        Thread listener = new Thread(
                () -> {
                    try (BufferedReader lines = process.inputReader()) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            if (line.startsWith("at ")) {
                                done.set(i, Long.parseLong(line.substring(3)) - first);
                            } else if (line.startsWith("result ")) {
                                results[i] = line;
                            }
                        }
                    } catch (IOException e) {
                        // Its result is missing then, and that is told.
                        results[i] = null;
                    }
                },
                "trace-fuzz-" + i);
        listener.setDaemon(true);
        listener.start();
        return listener;
    }

    private static void await(List<Thread> listeners, long count, AtomicLongArray done, ProgressLine progress)
            throws InterruptedException {
        long next = System.nanoTime() + TELL_EVERY;
        for (Thread listener : listeners) {
            while (listener.isAlive()) {
                listener.join(TimeUnit.SECONDS.toMillis(1));
                if (System.nanoTime() - next >= 0) {
                    next += TELL_EVERY;
                    long sum = IntStream.range(0, done.length())
                            .mapToLong(done::get)
                            .sum();
                    progress.step(sum + " of " + count);
                }
            }
        }
    }

    private static SoakResult result(List<FuzzProcess> workers, String[] results)
            throws IOException, InterruptedException {
        TraceFuzz.Result all = TraceFuzz.Result.NONE;
        StringBuilder failures = new StringBuilder();
        for (int i = 0; i < results.length; i++) {
            int exit = workers.get(i).process().waitFor();
            if (exit == 0 && results[i] != null) {
                all = all.plus(parse(results[i]));
            } else {
                failures.append("process ")
                        .append(i)
                        .append(" ended with ")
                        .append(exit)
                        .append(": ")
                        .append(why(workers.get(i).log()))
                        .append('\n');
            }
        }
        return new SoakResult(failures.isEmpty(), figures(all), failures.toString());
    }

    private static String why(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("Exception in thread") || line.contains("Terminating due to"))
                    .findFirst()
                    .orElse("it said nothing");
        }
    }

    private static TraceFuzz.Result parse(String line) {
        long[] n = Stream.of(line.split(" ", -1))
                .skip(1)
                .mapToLong(Long::parseLong)
                .toArray();
        return new TraceFuzz.Result(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    }

    private static Map<String, String> figures(TraceFuzz.Result result) {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("inputs", Long.toString(result.inputs()));
        figures.put("whole", Long.toString(result.whole()));
        figures.put("damaged", Long.toString(result.damaged()));
        figures.put("refused", Long.toString(result.refused()));
        figures.put("crc_made_to_match", Long.toString(result.unnoticeable()));
        figures.put("checked_for_salvage", Long.toString(result.salvaged()));
        figures.put("most_heap_allocated_bytes", Long.toString(result.mostAllocated()));
        figures.put("heap", HEAP);
        return figures;
    }

    private static void end(List<FuzzProcess> workers) {
        workers.forEach(worker -> worker.process().destroyForcibly());
    }
}
