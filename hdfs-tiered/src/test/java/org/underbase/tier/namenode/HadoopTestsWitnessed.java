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
 * Hadoop's tests passed; this shows with which classes they passed. It runs after them, in an execution of its own of the
 * module's build, and reads what {@link HadoopTestsWitness} wrote down.
 */
class HadoopTestsWitnessed {
    @Test
    void theirNameNodesHadOurClasses() throws Exception {
        String setting = System.getProperty("tiers.setting");
        Map<String, List<Long>> placed = new TreeMap<>();
        Path directory = Path.of(System.getProperty(HadoopTestsWitness.DIRECTORY));
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
        List<Long> ours = placed.getOrDefault("ours", List.of());
        long replicas = ours.stream().mapToLong(Long::longValue).sum();
        System.out.println("setting " + setting + ": " + ours.size() + " NameNodes with our classes placed " + replicas
                + " replicas on the tier; others: "
                + placed.entrySet().stream()
                        .filter(kind -> !kind.getKey().equals("ours"))
                        .map(kind -> kind.getKey() + " " + kind.getValue().size())
                        .toList());

        switch (setting) {
            case "tiers" -> {
                assertThat(ours).hasSizeGreaterThan(10);
                assertThat(replicas).isGreaterThan(100);
            }
            case "none" -> {
                assertThat(ours).hasSizeGreaterThan(10);
                assertThat(replicas).isZero();
            }
            default -> assertThat(placed).isEmpty();
        }
    }
}
