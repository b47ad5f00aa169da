package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Access to files whose names are known but whose types are not. Opening a pipe waits for its other end, and a device may have no
 * end. Links are followed.
 */
public final class RegularFiles {
    private RegularFiles() {}

    /**
     * Opens an existing regular file.
     *
     * @param file file to open
     * @param action action of the operator for a file of another type, for the message
     * @param options options of the channel
     * @return its channel
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws IrregularFileException if it is of another type
     * @throws IOException if it cannot be opened
     */
    public static FileChannel open(Path file, String action, OpenOption... options) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new IrregularFileException(file + " is not a regular file: " + action);
        }
        return FileChannel.open(file, options);
    }

    /**
     * Reads a small regular file.
     *
     * @param file file to read
     * @param maxBytes maximum size, in bytes
     * @param action action of the operator for a file of another type or a larger one, for the message
     * @return its content
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws IrregularFileException if it is of another type or larger
     * @throws IOException if it cannot be read
     */
    public static byte[] read(Path file, int maxBytes, String action) throws IOException {
        try (InputStream in = Channels.newInputStream(open(file, action, StandardOpenOption.READ))) {
            byte[] content = in.readNBytes(maxBytes + 1);
            if (content.length > maxBytes) {
                throw new IrregularFileException(file + " has more than " + maxBytes + " bytes: " + action);
            }
            return content;
        }
    }
}
