package org.underbase.analysis.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output file whose name is in the message of each failure, also if the disk is full. */
public final class OutputFile {
    private OutputFile() {}

    /** Writes a text to a file. */
    public static void write(Path file, String text) throws IOException {
        write(file, file, text);
    }

    /** Writes a text to a temporary file that replaces a file later. */
    static void write(Path temporary, Path file, String text) throws IOException {
        try {
            Files.writeString(temporary, text);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
