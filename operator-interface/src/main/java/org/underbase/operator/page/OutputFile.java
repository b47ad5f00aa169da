package org.underbase.operator.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;

/** Output file whose name is in the message of each failure, also if the disk is full. */
public final class OutputFile {
    private static final String PART = ".part";

    /** Name of a temporary file: that of the file, the random number of {@link Files#createTempFile}, and the end. */
    private static final Pattern NAME = Pattern.compile(".+\\.\\d{10,20}\\.part");

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
     * Writes bytes to a temporary file, and replaces a file with it: a reader sees the old bytes or the new ones, also if
     * several processes replace the file. A killed process leaves its temporary file.
     *
     * @param file the file; its directory exists
     * @param content the new bytes
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path part = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", PART);
        try {
            write(part, file, content);
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Deletes the temporary files of {@link #replace} that killed processes have left.
     *
     * @param directory directory that the caller has locked, because temporary files of living processes are deleted, too
     */
    public static void deleteParts(Path directory) throws IOException {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(directory, OutputFile::isPart)) {
            for (Path part : parts) {
                Files.deleteIfExists(part);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isPart(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
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
