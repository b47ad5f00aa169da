package org.underbase.tier.datanode.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A small file that is written as a whole or not at all, also when the machine stops meanwhile; it ends with its CRC. */
public final class WholeFile {
    private WholeFile() {}

    /** The name of what is written before it replaces the file; a leftover of that name may be deleted. */
    public static String temporary(String name) {
        return name + ".tmp";
    }

    /** Writes a file, over an older one of that name. */
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

    /** The CRC32C of the first bytes. */
    public static int crc(byte[] content, int length) {
        CRC32C crc = new CRC32C();
        crc.update(content, 0, length);
        return (int) crc.getValue();
    }
}
