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

/** Files and directories with access for their owner only, because a journal contains data of clients. */
public final class PrivateFiles {
    /** Action for a file that is not needed and not a regular file. */
    static final String REMOVE = "remove it";

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
     * Creates a directory and its missing parents; leaves an existing one unchanged.
     *
     * @param directory directory to create
     * @throws IOException if it cannot be created
     */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, DIRECTORY);
    }

    /**
     * Opens a file without content, which is created if it does not exist.
     *
     * @param file file to write
     * @return its channel
     * @throws IrregularFileException if it is not a regular file
     * @throws IOException if it cannot be opened
     */
    public static FileChannel openOrCreate(Path file) throws IOException {
        if (Files.exists(file)) {
            return RegularFiles.open(file, REMOVE, StandardOpenOption.WRITE);
        }
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), FILE);
    }

    /** Creates an empty file and replaces an existing one. */
    static FileChannel create(Path file) throws IOException {
        Files.deleteIfExists(file);
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE), FILE);
    }
}
