package org.underbase.testbed.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/**
 * Runner of cluster commands, each in a separate JVM.
 *
 * @param clusters directory of the clusters
 */
record CliRunner(Path clusters) {
    /** More than the limit of a cluster's start. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    CommandResult run(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        for (String property : List.of("underbase.testbed.class.archive", "underbase.testbed.jvm.options")) {
            words.add("-D" + property + "=" + System.getProperty(property, ""));
        }
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), CliProgram.class.getName()));
        words.addAll(List.of(arguments));
        return Command.of(words)
                .environment("UNDERBASE_CLUSTERS", clusters.toString())
                .limit(LIMIT)
                .run();
    }
}
