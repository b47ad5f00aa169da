package org.underbase.htfs.cli;

import picocli.CommandLine;

/** Main class of {@code underbase trace} as a separate process. */
final class TraceMain {
    private TraceMain() {}

    /** @param args arguments after {@code underbase trace} */
    public static void main(String[] args) {
        System.exit(new CommandLine(new TraceCommand()).execute(args));
    }
}
