package org.underbase.operator.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Output file whose name is in the message of each failure, also if the disk is full. */
public final class OutputFile {
    private static final String PART = ".part";

    private OutputFile() {}

    /** Writes a text to a file. */
    public static void write(Path file, String text) throws IOException {
        write(file, file, bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes a text to a temporary file, and replaces a file with it: a reader sees the old text or the new one.
     *
     * @param file the file; its directory exists
     * @param text the new text
     */
    public static void replace(Path file, String text) throws IOException {
        replace(file, bytes(text));
    }

    /**
     * Writes bytes to a temporary file, and replaces a file with it: a reader sees the old bytes or the new ones. Deletes
     * temporary files that killed processes have left, so that two processes do not replace a file at the same time.
     *
     * @param file the file; its directory exists. The name of a temporary file ends in {@code .part}
     * @param content the new bytes
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        String prefix = file.getFileName() + ".";
        try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, each -> isPart(each, prefix))) {
            for (Path part : old) {
                Files.deleteIfExists(part);
            }
        }
        Path part = Files.createTempFile(directory, prefix, PART);
        try {
            write(part, file, content);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isPart(Path file, String prefix) {
        String name = file.getFileName().toString();
        return name.startsWith(prefix) && name.endsWith(PART);
    }

    /** Writes to a temporary file that replaces a file later. */
    static void write(Path temporary, Path file, byte[] content) throws IOException {
        try {
            Files.write(temporary, content);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
