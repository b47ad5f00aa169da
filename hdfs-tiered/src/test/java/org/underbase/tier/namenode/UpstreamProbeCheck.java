package org.underbase.tier.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that Hadoop's tests ran with the classes of the run's setting: evaluates the files of {@link UpstreamProbe}. Runs
 * after the tests, in the execution {@code upstream-probe}.
 */
class UpstreamProbeCheck {
    @Test
    void nameNodesHadTheClassesOfTheSetting() throws Exception {
        String setting = System.getProperty("upstream.setting");
        Map<String, List<Long>> placed = new TreeMap<>();
        Path directory = Path.of(System.getProperty(UpstreamProbe.DIRECTORY));
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    String line = Files.readString(file);
                    int blank = line.indexOf(' ');
                    placed.computeIfAbsent(line.substring(0, blank), kind -> new ArrayList<>())
                            .add(Long.parseLong(line.substring(blank + 1)));
                }
            }
        }
        List<Long> tiers = placed.getOrDefault("tiers", List.of());
        long replicas = tiers.stream().mapToLong(Long::longValue).sum();
        System.out.println("setting " + setting + ": " + tiers.size()
                + " NameNodes with the classes of the tiers placed " + replicas
                + " replicas on the tier; others: "
                + placed.entrySet().stream()
                        .filter(kind -> !kind.getKey().equals("tiers"))
                        .map(kind -> kind.getKey() + " " + kind.getValue().size())
                        .toList());

        switch (setting) {
            case "tiers" -> {
                assertThat(tiers).hasSizeGreaterThan(10);
                assertThat(replicas).isGreaterThan(100);
            }
            case "none" -> {
                assertThat(tiers).hasSizeGreaterThan(10);
                assertThat(replicas).isZero();
            }
            default -> assertThat(placed).isEmpty();
        }
    }
}
