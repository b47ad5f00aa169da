package org.underbase.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that {@code bench} and {@code soak} share: where the result goes. */
final class Output {
    @Option(names = "--json", description = "Print the result as one JSON object instead of text.")
    private boolean json;

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            description = "Also write the result as a Markdown file: date, versions, command, figures, raw runs.")
    private Path evidence;

    @Option(
            names = "--keep",
            description = "Keep the directory with logs, traces and cluster data (below .underbase/bench), and print"
                    + " its path. That of a soak that fails is always kept.")
    private boolean keep;

    boolean json() {
        return json;
    }

    boolean keep() {
        return keep;
    }

    /** Fails before anything is measured when the evidence could not be written afterwards. */
    void check() throws IOException {
        Path parent = evidence == null ? null : evidence.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new IOException("cannot write the evidence: no such directory: " + parent);
        }
    }

    boolean wantsEvidence() {
        return evidence != null;
    }

    void writeEvidence(String markdown) throws IOException {
        Files.writeString(evidence, markdown);
    }
}
