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
 * Analysis in a new JVM.
 *
 * @param usage time and memory
 * @param result the figures
 */
public record MeasuredRun(Usage usage, JsonNode result) {
    /** Maximum heap of each JVM, in MiB. */
    public static final int HEAP_MIB = 1536;

    private static final Duration LIMIT = Duration.ofHours(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Runs an analysis with the default memory for accesses, a quarter of the heap.
     *
     * @param trace directory of the trace
     * @param directory directory for temporary files
     */
    public static MeasuredRun of(Work work, Path trace, int threads, Path directory) throws IOException {
        Files.createDirectories(directory);
        List<String> words = new ArrayList<>(List.of(ChildJvm.java(), "-Xmx" + HEAP_MIB + "m"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), AnalysisMain.class.getName()));
        words.addAll(List.of(work.name(), trace.toString(), Integer.toString(threads)));
        words.addAll(List.of(Long.toString((long) HEAP_MIB << 18), directory.toString()));
        String line = Command.of(words).limit(LIMIT).run().orThrow().out().strip();
        return new MeasuredRun(
                JSON.readValue(line, Usage.class),
                JSON.readTree(directory.resolve(AnalysisMain.RESULT).toFile()));
    }
}
