package org.underbase.testbed.cli;

import picocli.CommandLine;

/** The cluster verbs as a program of their own, told apart from the launcher by nothing that matters here. */
final class CliProgram {
    private CliProgram() {}

    public static void main(String[] args) {
        CommandLine line = new CommandLine(new ClusterCommand());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            System.err.println("underbase cluster: " + e.getMessage());
            return 1;
        });
        System.exit(line.execute(args));
    }
}
