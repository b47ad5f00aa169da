package org.underbase.replay;

import org.underbase.replay.cli.ReplayCommand;
import picocli.CommandLine;

/** Main class of {@code underbase trace replay} as a separate process. */
final class ReplayMain {
    private ReplayMain() {}

    /** @param args arguments after {@code underbase trace replay} */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ReplayCommand()).execute(args));
    }
}
