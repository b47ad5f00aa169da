package org.underbase.exalt.harness.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.process.Command;

/** Invocation of the JDK's {@code jcmd} for processes of a cluster. */
final class Jcmd {
    private static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Jcmd() {}

    /**
     * Sends a command to a JVM.
     *
     * @return output of the command
     * @throws IOException if {@code jcmd} is missing or fails
     */
    static String run(TestCluster cluster, long pid, List<String> command) throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IOException("missing " + PROGRAM + ": install a JDK instead of a JRE");
        }
        // jcmd makes the JVM create a socket file there, which remains after kill -9.
        cluster.outside(Path.of("/tmp", ".java_pid" + pid));
        List<String> words = new ArrayList<>(List.of(PROGRAM.toString(), "-J-XX:-UsePerfData", Long.toString(pid)));
        words.addAll(command);
        return Command.of(words.toArray(String[]::new))
                .limit(LIMIT)
                .run()
                .orThrow()
                .out();
    }
}
