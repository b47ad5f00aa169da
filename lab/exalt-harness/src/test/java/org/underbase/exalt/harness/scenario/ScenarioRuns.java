package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of scenarios with minimal counts, and access to their tables. */
final class ScenarioRuns {
    static final Path MEMORY = Path.of("/dev/shm");

    private ScenarioRuns() {}

    /** Runs a scenario with minimal settings and requires that it leaves no files. */
    static ScenarioResult run(Scenario scenario, long count, Path directory) throws IOException, InterruptedException {
        ScenarioResult result = scenario.run(
                new ScenarioOptions(3, 8, count, 1, "512m", Map.of("dfs.heartbeat.interval", "1"), directory),
                line -> {});
        assertThat(entries(directory)).as("leftover files").isEmpty();
        assertThat(result.warnings()).noneMatch(warning -> warning.contains("errors"));
        return result;
    }

    static List<Double> column(ScenarioResult result, String head) {
        int index = result.heads().indexOf(head);
        return result.rows().stream().map(row -> number(row.get(index))).toList();
    }

    static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    static Set<String> entries(Path of) throws IOException {
        if (!Files.isDirectory(of)) {
            return Set.of();
        }
        try (Stream<Path> all = Files.list(of)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> !of.equals(MEMORY) || name.startsWith("underbase-edits-"))
                    .collect(Collectors.toSet());
        }
    }
}
