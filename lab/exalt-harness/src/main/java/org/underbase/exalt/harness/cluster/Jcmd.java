package org.underbase.exalt.harness.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.process.Command;

/** The JDK's {@code jcmd} on processes of a cluster. */
final class Jcmd {
    private static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Jcmd() {}

    /**
     * Gives a command to a JVM.
     *
     * @return what it answered
     * @throws IOException when there is no jcmd, or it fails
     */
    static String run(TestCluster cluster, long pid, List<String> command) throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IOException("there is no " + PROGRAM + ": this needs a whole JDK, not only what runs programs");
        }
        // A JVM that is asked makes a socket there, and one that is killed leaves it.
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
