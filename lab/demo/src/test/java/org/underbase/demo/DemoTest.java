package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.demo.compaction.CompactionCluster;

/** All phases of the demo, with a small load. */
@Tag("cluster")
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoTest {
    @TempDir
    private Path dir;

    @Test
    void allPhasesRunAndTheTraceAgreesWithTheDataNodes() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        DemoOptions options = SmallDemo.options(dir, Duration.ofSeconds(6));
        boolean agrees = new Demo(options, true, new PrintWriter(out), new PrintWriter(err)).run();

        assertThat(agrees)
                .as("trace and counters agree; progress was:%n%s", err)
                .isTrue();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.toString()).contains("flush", "logging");
        String page = Files.readString(dir.resolve("report").resolve("index.html"));
        assertThat(page).contains("echarts").doesNotContain("<script src=", "https://cdn");
        assertThat(segments()).as("segments of Master and RegionServers").hasSizeGreaterThanOrEqualTo(2);
        assertThat(err.toString())
                .as("a store file was moved")
                .containsPattern("moving [0-9a-f]+, .* from fast to disk");
        assertThat(page).contains("store files under the policy hybrid").contains("have fast=1");
        compactionsAreCompared(result.path("localCompaction"));
        for (String cluster : List.of("cluster", "compaction")) {
            assertThat(dir.resolve("work").resolve(cluster))
                    .as("the cluster's files")
                    .doesNotExist();
        }
        assertThat(SmallDemo.processesOf(dir)).isEmpty();
    }

    private static void compactionsAreCompared(JsonNode compared) {
        Optional<String> obstacle = CompactionCluster.obstacle();
        if (obstacle.isPresent()) {
            assertThat(compared.path("measured").asBoolean(true)).isFalse();
            assertThat(compared.path("reason").asText()).isEqualTo(obstacle.get());
            return;
        }
        JsonNode stock = compared.path("stock");
        JsonNode local = compared.path("local");
        assertThat(local.path("fellBack").asBoolean(true)).as("%s", compared).isFalse();
        assertThat(stock.path("outputBytes").asLong())
                .as("a file of all rows")
                .isGreaterThan(20_000_000)
                .isEqualTo(local.path("outputBytes").asLong());
        assertThat(stock.path("networkBytes").asLong())
                .as("two more replicas, %s", compared)
                .isGreaterThan(2 * stock.path("outputBytes").asLong());
        assertThat(local.path("networkBytes").asLong())
                .as("control traffic, %s", compared)
                .isPositive()
                .isLessThan(stock.path("networkBytes").asLong() / 20);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(dir.resolve("work").resolve("trace"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
