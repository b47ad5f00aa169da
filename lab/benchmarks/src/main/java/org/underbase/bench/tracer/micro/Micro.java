package org.underbase.bench.tracer.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs one JMH benchmark in a fresh JVM, with the collector that daemons have by default. */
public final class Micro {
    /** The directory of the trace that was written while it counted, below that of the run. */
    static final String MEASURED = "measured";

    private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private final Path directory;
    private final boolean quick;
    private int count;

    /**
     * @param directory for traces and JMH's own output; exists
     * @param quick iterations of a tenth of a second, to see that all works
     */
    public Micro(Path directory, boolean quick) {
        this.directory = directory;
        this.quick = quick;
    }

    /**
     * What one run in one JVM gave.
     *
     * @param nanos per call: the median of the batches, so that one in which the machine ran something else has no say
     * @param cpuNanos of the measuring threads per call: the mean of all batches
     * @param threadBytes that the measuring threads allocated per call
     * @param processBytes that all threads of the JVM allocated per call
     * @param files where the benchmark wrote
     */
    public record Outcome(double nanos, double cpuNanos, double threadBytes, double processBytes, Path files) {}

    /**
     * Runs {@code benchmark} once.
     *
     * @param benchmark class and method, such as {@code EventMicro.event}
     * @param parameters by name; {@code directory} is set here
     * @throws IOException when it fails
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
                .shouldFailOnError(true)
                .output(files.resolve("jmh.log").toString())
                .param("directory", files.toString());
        parameters.forEach(options::param);
        // Two benches side by side disturb each other, but that is their users' choice; JMH would refuse to run.
        System.setProperty("jmh.ignoreLock", "true");
        try {
            RunResult result = new Runner(options.build()).runSingle();
            return outcome(result, files);
        } catch (RunnerException e) {
            throw new IOException("JMH could not run " + benchmark + ": " + e.getMessage(), e);
        }
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
