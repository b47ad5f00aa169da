package org.underbase.dist;

import java.io.IOException;
import picocli.CommandLine;

/** Entry point of the commands written in Java: {@code ./underbase COMMAND ...}. */
public final class Main {
    private Main() {}

    /**
     * Runs a command and exits with its exit code: 0 success, 1 failure, 2 invalid usage.
     *
     * @param args the command and its options
     * @throws IOException if the list of commands cannot be read
     */
    public static void main(String[] args) throws IOException {
        CommandLine commandLine = Commands.commandLine(Main.class.getClassLoader());
        // Hadoop's clients leave threads that would keep the JVM alive.
        System.exit(commandLine.execute(args));
    }
}
