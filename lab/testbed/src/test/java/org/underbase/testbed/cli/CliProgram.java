package org.underbase.testbed.cli;

import picocli.CommandLine;

/** Program with the {@code cluster} commands, which behaves like the launcher for these tests. */
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
