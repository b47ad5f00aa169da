package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * What a data directory knows of its DataNode's journal. The file has one line: magic, version, the journal's identity, the
 * CRC32C of what follows in hexadecimal, and the journal's directory.
 *
 * @param journal identity of the journal
 * @param directory where it is
 */
record Mark(UUID journal, Path directory) {
    /** The journal may hold synced bytes of this data directory's replicas. */
    static final String IN_USE = "combinedlog.location";
    /** The journal failed, and what it held is in the replicas' files: it must never be replayed. */
    static final String GIVEN_UP = "combinedlog.given-up";

    private static final String MAGIC = "underbase-combinedlog";
    private static final String VERSION = "1";
    private static final int FIELDS = 5;

    void write(Path dataDir, String file) throws IOException {
        String path = directory.toString();
        String line = String.join(" ", MAGIC, VERSION, journal.toString(), crc(path), path) + "\n";
        Path target = dataDir.resolve(file);
        Path making = dataDir.resolve(file + ".making");
        try (FileChannel channel = FileChannel.open(
                making, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            LocalFiles.write(channel, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        }
        Files.move(making, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        LocalFiles.forceDirectory(dataDir);
    }

    static Optional<Mark> read(Path dataDir, String file) throws IOException {
        Path path = dataDir.resolve(file);
        String line;
        try {
            line = Files.readString(path, StandardCharsets.UTF_8).stripTrailing();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        String[] fields = line.split(" ", FIELDS);
        boolean sound = fields.length == FIELDS && fields[0].equals(MAGIC) && fields[3].equals(crc(fields[4]));
        if (!sound) {
            throw new IOException(path + " is damaged: remove it only when the journal of this DataNode is empty");
        }
        if (!fields[1].equals(VERSION)) {
            throw new IOException(path + " has version " + fields[1] + " and this release reads " + VERSION);
        }
        return Optional.of(new Mark(UUID.fromString(fields[2]), Path.of(fields[4])));
    }

    static void remove(Path dataDir, String file) throws IOException {
        if (Files.deleteIfExists(dataDir.resolve(file))) {
            LocalFiles.forceDirectory(dataDir);
        }
    }

    private static String crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
