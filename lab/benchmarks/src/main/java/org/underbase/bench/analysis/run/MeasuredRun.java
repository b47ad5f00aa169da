package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;

/**
 * Computation in a new JVM.
 *
 * @param usage time and memory
 * @param result the result
 */
public record MeasuredRun(Usage usage, JsonNode result) {
    /** Maximum heap of each analysis, in MiB. */
    public static final int HEAP_MIB = 1536;

    static final String RESULT = "result.json";

    private static final Duration LIMIT = Duration.ofHours(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Runs an analysis with the default memory for accesses, a quarter of the heap.
     *
     * @param trace directory of the trace
     * @param directory directory for temporary files
     */
    public static MeasuredRun of(Work work, Path trace, int threads, Path directory) throws IOException {
        List<String> arguments =
                List.of(work.name(), trace.toString(), Integer.toString(threads), Long.toString((long) HEAP_MIB << 18));
        return of(AnalysisMain.class, HEAP_MIB, arguments, directory);
    }

    /**
     * Runs a class that ends with {@link Meter#end}.
     *
     * @param main class with the {@code main} method
     * @param heapMib maximum heap, in MiB
     * @param arguments arguments; the directory follows
     * @param directory directory for temporary files
     */
    public static MeasuredRun of(Class<?> main, int heapMib, List<String> arguments, Path directory)
            throws IOException {
        Files.createDirectories(directory);
        // The launcher of the commands uses this collector.
        List<String> words = new ArrayList<>(List.of(ChildJvm.java(), "-XX:+UseSerialGC", "-Xmx" + heapMib + "m"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(arguments);
        words.add(directory.toString());
        String line = Command.of(words).limit(LIMIT).run().orThrow().out().strip();
        return new MeasuredRun(
                JSON.readValue(line, Usage.class),
                JSON.readTree(directory.resolve(RESULT).toFile()));
    }
}
