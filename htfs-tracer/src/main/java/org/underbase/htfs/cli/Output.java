package org.underbase.htfs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** State of the standard output, which may be closed early. */
final class Output {
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    private Output() {}

    /**
     * Whether the reader has closed the output, as {@code head} does.
     *
     * @param out writer of the standard output
     * @return whether the command should stop
     * @throws IOException if the output is a file and cannot be written
     */
    static boolean closed(PrintWriter out) throws IOException {
        // The writer of picocli does not report the errors of its stream.
        if (!out.checkError() && !System.out.checkError()) {
            return false;
        }
        if (Files.isRegularFile(STANDARD_OUTPUT)) {
            throw new IOException("cannot write the output: is the disk full?");
        }
        return true;
    }
}
