package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes what its owner alone may read: a journal holds what clients wrote. */
public final class PrivateFiles {
    private static final FileAttribute<?>[] DIRECTORY = permissions("rwx------");
    private static final FileAttribute<?>[] FILE = permissions("rw-------");

    private PrivateFiles() {}

    private static FileAttribute<?>[] permissions(String text) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }

    /**
     * Makes a directory and what is missing above it; one that is there stays as it is.
     *
     * @param directory to be there
     * @throws IOException where it cannot be made
     */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, DIRECTORY);
    }

    static FileChannel openOrCreate(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), FILE);
    }

    /** Makes an empty file in the place of any other. */
    static FileChannel create(Path file) throws IOException {
        Files.deleteIfExists(file);
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE), FILE);
    }
}
