package org.underbase.htfs.cli;

import picocli.CommandLine;

/** {@code underbase trace} as a process of its own. */
final class TraceMain {
    private TraceMain() {}

    /** @param args what follows {@code underbase trace} */
    public static void main(String[] args) {
        System.exit(new CommandLine(new TraceCommand()).execute(args));
    }
}
