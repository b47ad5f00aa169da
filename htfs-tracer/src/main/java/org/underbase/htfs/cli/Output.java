package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The standard output, which may be closed before all is written. */
final class Output {
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    private Output() {}

    /**
     * Whether nobody reads the output any more, as when it is piped to {@code head}.
     *
     * @throws IOException when it goes to a file that cannot take it
     */
    static boolean gone(PrintWriter out) throws IOException {
        if (!out.checkError()) {
            return false;
        }
        if (Files.isRegularFile(STANDARD_OUTPUT)) {
            throw new IOException("cannot write all of the output: is the disk full?");
        }
        return true;
    }
}
