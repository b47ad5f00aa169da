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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the scenarios that measure more than calls, with minimal counts. */
@Tag("cluster")
class ScenariosClusterTest {
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path directory;

    @Test
    void fullBlockReportIsTimed() throws Exception {
        ScenarioResult result = run(new FullReport(), 400);
        assertThat(result.rows()).hasSize(6).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        assertThat(column(result, "replicas")).containsExactly(200.0, 200.0, 200.0, 400.0, 400.0, 400.0);
        for (List<String> row : result.rows()) {
            assertThat(number(row.get(4))).as("created and answered: %s", row).isPositive();
            assertThat(number(row.get(4))).isGreaterThanOrEqualTo(number(row.get(2)));
            assertThat(number(row.get(5)))
                    .as("acquisitions of the write lock: %s", row)
                    .isBetween(1.0, 4.0);
            assertThat(number(row.get(6))).as("hold time: %s", row).isPositive();
        }
        assertThat(result.verdict()).contains("400 replicas");
    }

    @Test
    void editLogInMemoryIsRemovedWithItsCluster() throws Exception {
        Set<String> before = entries(MEMORY);
        ScenarioResult result = run(new EditLog(), 1);
        assertThat(result.rows()).hasSizeBetween(3, 5);
        for (List<String> row : result.rows()) {
            assertThat(row).hasSameSizeAs(result.heads());
            assertThat(number(row.get(1))).as("directories/s: %s", row).isPositive();
            assertThat(number(row.get(3))).as("syncs/s: %s", row).isPositive();
            assertThat(number(row.get(5))).as("transactions per sync: %s", row).isPositive();
        }
        assertThat(number(result.rows().get(0).get(4)))
                .as("ms per sync on the disk")
                .isPositive();
        assertThat(entries(MEMORY)).isEqualTo(before);
    }

    @Test
    void heapPerFileAndBlockIsMeasured() throws Exception {
        ScenarioResult result = run(new NameNodeMemory(), 800);
        assertThat(result.rows()).hasSize(5).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        List<Double> blocks = column(result, "blocks");
        assertThat(blocks.get(4) - blocks.get(0)).isEqualTo(800);
        List<Double> heap = column(result, "heap MB");
        assertThat(heap).allSatisfy(megabytes -> assertThat(megabytes).isGreaterThan(1));
        assertThat(result.verdict()).containsPattern("bytes (of heap )?per (file|block)");
    }

    @Test
    void dataIsInMemoryOnlyWhileFilesAreWritten() throws Exception {
        ScenarioResult result = run(new DataInMemory(), 4);
        assertThat(result.rows()).hasSize(5).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        List<Double> written = column(result, "GB written");
        List<Double> heap = column(result, "DataNodes: heap MB");
        assertThat(written.get(4)).isGreaterThan(written.get(0));
        assertThat(heap).allSatisfy(megabytes -> assertThat(megabytes).isGreaterThan(1));
        assertThat((heap.get(4) - heap.get(0)) / 1e3)
                .as("GB of heap more for the GB that were written: %s", result.rows())
                .isLessThan((written.get(4) - written.get(0)) / 100);
        assertThat(number(result.rows().get(3).get(5)))
                .as("clients' heap: %s", result.rows())
                .isPositive();
    }

    private ScenarioResult run(Scenario scenario, long count) throws IOException, InterruptedException {
        ScenarioResult result =
                scenario.run(new ScenarioOptions(3, 8, count, 1, "512m", Map.of(), directory), line -> {});
        assertThat(entries(directory)).as("leftover files").isEmpty();
        assertThat(result.warnings()).noneMatch(warning -> warning.contains("errors"));
        return result;
    }

    private static List<Double> column(ScenarioResult result, String head) {
        int index = result.heads().indexOf(head);
        return result.rows().stream().map(row -> number(row.get(index))).toList();
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    private static Set<String> entries(Path of) throws IOException {
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
