package org.underbase.operator.page;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Output file whose name is in the message of each failure, also if the disk is full. */
public final class OutputFile {
    private OutputFile() {}

    /** Writes a text to a file. */
    public static void write(Path file, String text) throws IOException {
        write(file, file, text);
    }

    /**
     * Writes a text to a temporary file, and replaces a file with it: a reader sees the old text or the new one.
     *
     * @param file the file; its directory exists
     * @param text the new text
     */
    public static void replace(Path file, String text) throws IOException {
        Path part = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", ".part");
        try {
            write(part, file, text);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
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
