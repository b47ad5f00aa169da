package org.underbase.dist;

import java.io.IOException;
import picocli.CommandLine;

/** Entry point of the verbs written in Java: {@code ./underbase VERB ...}. */
public final class Main {
    private Main() {}

    /**
     * Runs the verb and exits with its code: 0 success, 1 failure, 2 wrong usage.
     *
     * @param args the verb and its options
     * @throws IOException when the list of verbs cannot be read
     */
    public static void main(String[] args) throws IOException {
        CommandLine commandLine = Verbs.commandLine(Main.class.getClassLoader());
        // Hadoop's clients leave threads that would keep the JVM alive.
        System.exit(commandLine.execute(args));
    }
}
