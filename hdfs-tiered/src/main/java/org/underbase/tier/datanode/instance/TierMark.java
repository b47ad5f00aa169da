package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.underbase.tier.datanode.device.WholeFile;

/**
 * File that stores the tier of a data directory. A DataNode belongs permanently to one tier, identified by its
 * directories. A NameNode rejects a DataNode whose directories belong to another tier, but only in its log; this file
 * allows a check before the start. All numbers are big-endian:
 *
 * <pre>
 * offset  0   int   magic, "UBTM"
 *         4   int   version, 1
 *         8   int   n, length of the name, 1 to 1000
 *         12        name of the tier, UTF-8
 *         12+n int  CRC32C of the bytes before
 * </pre>
 *
 * A file that is corrupt or has another version is ignored.
 */
public final class TierMark {
    static final String NAME = "underbase-tier";

    private static final int MAGIC = 0x5542544D;
    private static final int VERSION = 1;
    private static final int HEADER = 3 * Integer.BYTES;
    private static final int LONGEST = 1000;

    private TierMark() {}

    /** Returns the tier of the data in a directory; empty if it is unknown. */
    public static Optional<String> read(Path directory) throws IOException {
        if (!Files.exists(directory.resolve("current").resolve("VERSION"))) {
            return Optional.empty();
        }
        try {
            Path file = directory.resolve(NAME);
            return Files.size(file) > HEADER + LONGEST + Integer.BYTES
                    ? Optional.empty()
                    : decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Stores the tier of a directory; creates the directory if it is missing. */
    public static void write(Path directory, String tier) throws IOException {
        Files.createDirectories(directory);
        WholeFile.write(directory, NAME, encode(tier));
    }

    static byte[] encode(String tier) {
        byte[] name = tier.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + name.length + Integer.BYTES);
        bytes.putInt(MAGIC).putInt(VERSION).putInt(name.length).put(name);
        bytes.putInt(WholeFile.crc(bytes.array(), HEADER + name.length));
        return bytes.array();
    }

    static Optional<String> decode(byte[] content) {
        if (content.length <= HEADER + Integer.BYTES) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int crcOffset = content.length - Integer.BYTES;
        if (bytes.getInt() != MAGIC
                || bytes.getInt() != VERSION
                || bytes.getInt() != crcOffset - HEADER
                || bytes.getInt(crcOffset) != WholeFile.crc(content, crcOffset)) {
            return Optional.empty();
        }
        return Optional.of(new String(content, HEADER, crcOffset - HEADER, StandardCharsets.UTF_8));
    }
}
