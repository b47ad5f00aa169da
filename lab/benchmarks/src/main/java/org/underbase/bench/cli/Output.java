package org.underbase.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that {@code bench} and {@code soak} share: format and destination of the result. */
final class Output {
    @Option(names = "--json", description = "Print the result as one JSON object instead of text.")
    private boolean json;

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            description = "Also write a Markdown file with date, versions, command, metrics and raw runs.")
    private Path evidence;

    @Option(
            names = "--keep",
            description = "Keep the directory below .underbase/bench, with the logs of clusters, and print its path. A"
                    + " failed soak always keeps it.")
    private boolean keep;

    boolean json() {
        return json;
    }

    boolean keep() {
        return keep;
    }

    /** Fails before the measurement if the evidence file cannot be written afterwards. */
    void check() throws IOException {
        Path parent = evidence == null ? null : evidence.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new IOException("cannot write " + evidence + ": directory " + parent + " does not exist");
        }
    }

    boolean wantsEvidence() {
        return evidence != null;
    }

    void writeEvidence(String markdown) throws IOException {
        Files.writeString(evidence, markdown);
    }
}
