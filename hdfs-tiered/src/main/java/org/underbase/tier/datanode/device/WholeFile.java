package org.underbase.tier.datanode.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Small file that is written completely or not at all, also at a power failure; it ends with its CRC. */
public final class WholeFile {
    private WholeFile() {}

    /** Suffix of the temporary file; a leftover file may be deleted. */
    public static String temporary(String name) {
        return name + ".tmp";
    }

    /** Writes or replaces a file. */
    public static void write(Path directory, String name, byte[] content) throws IOException {
        Path temporary = directory.resolve(temporary(name));
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(
                temporary,
                directory.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Computes the CRC32C of the first bytes. */
    public static int crc(byte[] content, int length) {
        CRC32C crc = new CRC32C();
        crc.update(content, 0, length);
        return (int) crc.getValue();
    }
}
