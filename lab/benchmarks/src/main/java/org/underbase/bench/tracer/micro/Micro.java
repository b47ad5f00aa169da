package org.underbase.bench.tracer.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.underbase.bench.jmh.Jmh;

/** Runs a JMH benchmark in a new JVM with the default garbage collector of daemons. */
public final class Micro {
    /** Name of the directory of the measured trace, below the directory of the run. */
    static final String MEASURED = "measured";

    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private final Path directory;
    private final boolean quick;
    private int count;

    /**
     * Creates the runner.
     *
     * @param directory existing directory for traces and JMH's output
     * @param quick whether to shorten iterations to 100 ms
     */
    public Micro(Path directory, boolean quick) {
        this.directory = directory;
        this.quick = quick;
    }

    /**
     * Result of a run in one JVM.
     *
     * @param nanos time per call, in nanoseconds: the median of the batches, to ignore batches disturbed by other processes
     * @param cpuNanos CPU time of the measuring threads per call, in nanoseconds: the mean of the batches
     * @param threadBytes bytes that the measuring threads allocated per call
     * @param processBytes bytes that all threads of the JVM allocated per call
     * @param files directory of the benchmark's files
     */
    public record Outcome(double nanos, double cpuNanos, double threadBytes, double processBytes, Path files) {}

    /**
     * Runs {@code benchmark} once.
     *
     * @param benchmark class and method, such as {@code EventMicro.event}
     * @param threads number of measuring threads
     * @param parameters further parameters by name; this method sets {@code directory}
     * @throws IOException if the benchmark fails
     */
    public Outcome run(String benchmark, int threads, Map<String, String> parameters) throws IOException {
        Path files = Files.createDirectories(directory.resolve("micro-" + count++));
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + benchmark.replace(".", "\\.") + "$")
                .threads(threads)
                .forks(1)
                .warmupIterations(quick ? 1 : 3)
                .warmupTime(TimeValue.milliseconds(quick ? 100 : 300))
                .measurementIterations(quick ? 1 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 100 : 300))
                .addProfiler(GCProfiler.class)
                .jvmArgs(JVM.toArray(String[]::new))
                .output(files.resolve("jmh.log").toString())
                .param("directory", files.toString());
        parameters.forEach(options::param);
        return outcome(Jmh.run(options, benchmark), files);
    }

    private static Outcome outcome(RunResult result, Path files) {
        return new Outcome(
                result.getPrimaryResult().getStatistics().getPercentile(50) / Pace.BATCH,
                perCall(result, "cpuNanos"),
                perCall(result, "allocatedBytes"),
                result.getSecondaryResults().get("gc.alloc.rate.norm").getScore() / Pace.BATCH,
                files);
    }

    private static double perCall(RunResult result, String counter) {
        var counters = result.getSecondaryResults();
        return counters.get(counter).getScore() / counters.get("batches").getScore() / Pace.BATCH;
    }
}
