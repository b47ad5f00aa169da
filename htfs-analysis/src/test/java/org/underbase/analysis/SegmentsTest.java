package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.rules.SumRules;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;

/** Segments of several processes, a copy and corrupt bytes among them: the result does not depend on the runner. */
class SegmentsTest {
    private static final long SEED = 11;

    @TempDir
    private Path directory;

    @Test
    void threadsMemoryAndTheOrderOfLocationsDoNotChangeTheResult() throws Exception {
        Path trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(SEED, 3, 40));
        List<Path> segments = list(trace);
        TestTrace.corrupt(segments.get(2), SEED);
        Path copies = Files.createDirectory(directory.resolve("copies"));
        Files.copy(segments.get(1), copies.resolve(segments.get(1).getFileName()));
        Path temporary = directory.resolve("temporary");

        List<String> results = new ArrayList<>();
        for (int threads : new int[] {1, 2, 5}) {
            for (long memory : new long[] {1, 1L << 30}) {
                List<String> locations = memory == 1
                        ? List.of(copies.toString(), trace.toString())
                        : List.of(trace.toString(), copies.toString());
                AnalysisResult result = Analysis.of(locations, new Configuration(false))
                        .withThreads(threads)
                        .withSpill(temporary, memory)
                        .run(Progress.NONE);
                assertThat(result.health().corruptRangeCount()).isPositive();
                assertThat(result.sumRules()).as("seed %d", SEED).allMatch(SumRules.Rule::holds);
                results.add(ResultJson.of(result, Optional.empty()).toPrettyString());
            }
        }

        assertThat(results).as("seed %d", SEED).containsOnly(results.get(0));
        assertThat(list(temporary)).as("temporary files").isEmpty();
    }

    private static List<Path> list(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        }
    }
}
