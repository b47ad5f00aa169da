package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.underbase.combinedlog.journal.JournalDevice;

/**
 * Marker file that names a DataNode's journal. The first line contains magic, version, journal ID, and the CRC32C of the ID and of
 * all following lines in hexadecimal; the next lines contain a sequence, the journal's directory, and the directory for which the
 * file was written.
 *
 * @param journal journal ID
 * @param sequence sequence of a record that was on disk in the journal
 * @param directory directory of the journal
 * @param home directory that contained the file when it was written; another path reveals a moved or copied data directory
 */
record JournalMarker(UUID journal, long sequence, Path directory, Path home) {
    /** Name in a data directory: the journal may contain synced bytes of its replicas. */
    static final String IN_USE = "combinedlog.location";
    /** Name in a data directory: the journal failed and must never be replayed. */
    static final String INVALID = "combinedlog.invalid";
    /** Name in a block pool's {@code tmp}: a DataNode with the combined log loaded the pool last. */
    static final String POOL = "combinedlog.pool";

    private static final String MAGIC = "underbase-combinedlog";
    private static final String VERSION = "1";
    private static final int FIELDS = 4;
    private static final int LINES = 4;

    /** Creates a marker to write. */
    static JournalMarker of(UUID journal, long sequence, Path directory) {
        return new JournalMarker(journal, sequence, directory, directory);
    }

    void write(Path dataDir, String file) throws IOException {
        String rest = sequence + "\n" + directory + "\n" + dataDir.toRealPath() + "\n";
        String text = String.join(" ", MAGIC, VERSION, journal.toString(), crc(journal + rest)) + "\n" + rest;
        Path target = dataDir.resolve(file);
        Path temporary = dataDir.resolve(file + JournalDevice.TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            LocalFiles.write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        LocalFiles.forceDirectory(dataDir);
    }

    static Optional<JournalMarker> read(Path dataDir, String file) throws IOException {
        Path path = dataDir.resolve(file);
        String text;
        try {
            text = Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (MalformedInputException e) {
            throw corrupt(path);
        }
        String[] lines = text.split("\n", LINES + 1);
        String[] fields = lines[0].split(" ", -1);
        boolean readable = fields[0].equals(MAGIC) && fields.length > 1 && fields[1].matches("[0-9]+");
        if (readable && !fields[1].equals(VERSION)) {
            throw new IOException(
                    "unsupported version " + fields[1] + " of " + path + ": this release reads " + VERSION);
        }
        boolean valid = lines.length == LINES + 1
                && lines[LINES].isEmpty()
                && fields.length == FIELDS
                && fields[0].equals(MAGIC)
                && fields[3].equals(crc(fields[2] + text.substring(lines[0].length() + 1)));
        if (!valid) {
            throw corrupt(path);
        }
        return Optional.of(new JournalMarker(
                UUID.fromString(fields[2]), Long.parseLong(lines[1]), Path.of(lines[2]), Path.of(lines[3])));
    }

    private static IOException corrupt(Path path) {
        return new IOException("corrupt file " + path + ": remove it only if the journal of this DataNode is empty");
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
