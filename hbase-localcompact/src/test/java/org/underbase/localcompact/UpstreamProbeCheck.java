package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Check that HBase's tests compacted locally in the setting {@code local}. It runs after them, in the execution
 * {@code upstream-probe} of the module's build, and writes the sums for the soak's result.
 */
class UpstreamProbeCheck {
    /** Compactions of stores with a RegionServer on HDFS, with three replicas. A complete run had 57. */
    private static final int MIN_LOCAL = 40;

    /** Compactions of stores without a RegionServer, by two merges. A complete run had 173. */
    private static final int MIN_BY_TICKET = 120;

    @Test
    void upstreamTestsCompactedLocally() throws Exception {
        Path directory = Path.of(System.getProperty(UpstreamProbe.DIRECTORY));
        if (!System.getProperty("upstream.setting").equals("local")) {
            assertThat(directory).doesNotExist();
            return;
        }
        Map<String, Map<String, Long>> classes = new TreeMap<>();
        Map<String, Long> sums = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Properties lines = new Properties();
                try (Reader reader = Files.newBufferedReader(file)) {
                    lines.load(reader);
                }
                String name = String.valueOf(lines.remove(UpstreamProbe.CLASS));
                Map<String, Long> counts = classes.computeIfAbsent(name, each -> new TreeMap<>());
                lines.forEach((result, count) -> {
                    counts.merge(result.toString(), Long.valueOf(count.toString()), Long::sum);
                    sums.merge(result.toString(), Long.valueOf(count.toString()), Long::sum);
                });
            }
        }
        classes.forEach((name, counts) -> System.out.println("compactions of " + name + ": " + counts));
        System.out.println("compactions of all " + classes.size() + " classes: " + sums);
        Properties result = new Properties();
        sums.forEach((name, count) ->
                result.setProperty("compactions_" + name.toLowerCase(Locale.ROOT), Long.toString(count)));
        try (var writer = Files.newBufferedWriter(directory.resolve("metrics"))) {
            result.store(writer, null);
        }
        assertThat(sums.getOrDefault("local", 0L)).isGreaterThan(MIN_LOCAL);
        assertThat(sums.getOrDefault("ticket", 0L)).isGreaterThan(MIN_BY_TICKET);
        assertThat(sums)
                .doesNotContainKeys(
                        "fallback_FAILED", "fallback_DIVERGED", "ticket_fallback_FAILED", "ticket_fallback_DIVERGED");
    }
}
