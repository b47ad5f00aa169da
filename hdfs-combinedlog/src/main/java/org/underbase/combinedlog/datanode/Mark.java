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

/**
 * What a data directory knows of its DataNode's journal. The file's first line has magic, version, the journal's identity
 * and the CRC32C of that and of all that follows in hexadecimal; the next ones a sequence, the journal's directory, and the directory
 * that the file was written to.
 *
 * @param journal identity of the journal
 * @param sequence of a record that was on disk in it
 * @param directory where it is
 * @param home where this was written: the data directory was moved or copied since where it is another one
 */
record Mark(UUID journal, long sequence, Path directory, Path home) {
    /** The journal may hold synced bytes of this data directory's replicas. */
    static final String IN_USE = "combinedlog.location";
    /** The journal failed, and what it held is in the replicas' files: it must never be replayed. */
    static final String GIVEN_UP = "combinedlog.given-up";

    private static final String MAGIC = "underbase-combinedlog";
    private static final String VERSION = "1";
    private static final int FIELDS = 4;
    private static final int LINES = 4;

    /** One that is to be written. */
    static Mark of(UUID journal, long sequence, Path directory) {
        return new Mark(journal, sequence, directory, directory);
    }

    void write(Path dataDir, String file) throws IOException {
        String rest = sequence + "\n" + directory + "\n" + dataDir.toRealPath() + "\n";
        String text = String.join(" ", MAGIC, VERSION, journal.toString(), crc(journal + rest)) + "\n" + rest;
        Path target = dataDir.resolve(file);
        Path making = dataDir.resolve(file + ".making");
        try (FileChannel channel = FileChannel.open(
                making, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            LocalFiles.write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        }
        Files.move(making, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        LocalFiles.forceDirectory(dataDir);
    }

    static Optional<Mark> read(Path dataDir, String file) throws IOException {
        Path path = dataDir.resolve(file);
        String text;
        try {
            text = Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (MalformedInputException e) {
            throw damaged(path);
        }
        String[] lines = text.split("\n", LINES + 1);
        String[] fields = lines[0].split(" ", -1);
        boolean versioned = fields[0].equals(MAGIC) && fields.length > 1 && fields[1].matches("[0-9]+");
        if (versioned && !fields[1].equals(VERSION)) {
            throw new IOException(path + " has version " + fields[1] + " and this release reads " + VERSION);
        }
        boolean sound = lines.length == LINES + 1
                && lines[LINES].isEmpty()
                && fields.length == FIELDS
                && fields[0].equals(MAGIC)
                && fields[3].equals(crc(fields[2] + text.substring(lines[0].length() + 1)));
        if (!sound) {
            throw damaged(path);
        }
        return Optional.of(
                new Mark(UUID.fromString(fields[2]), Long.parseLong(lines[1]), Path.of(lines[2]), Path.of(lines[3])));
    }

    private static IOException damaged(Path path) {
        return new IOException(path + " is damaged: remove it only when the journal of this DataNode is empty");
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
