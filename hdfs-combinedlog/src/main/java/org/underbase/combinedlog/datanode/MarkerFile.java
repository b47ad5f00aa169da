package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.underbase.combinedlog.journal.IrregularFileException;
import org.underbase.combinedlog.journal.JournalDevice;
import org.underbase.combinedlog.journal.RegularFiles;

/**
 * Format of a marker file. The first line contains magic, version, journal ID, and the CRC32C of the ID and of all following lines
 * in hexadecimal; the meaning of the following lines depends on the magic.
 *
 * @param magic first word of the file
 * @param lines number of lines after the first
 */
record MarkerFile(String magic, int lines) {
    private static final String VERSION = "1";
    private static final int FIELDS = 4;
    /** More than two of the longest paths. */
    private static final int MAX_BYTES = 64 << 10;

    private static final String ACTION = "remove it only if the journal of this DataNode is empty";

    /**
     * Content of a marker file.
     *
     * @param journal journal ID
     * @param lines lines after the first
     */
    record Content(UUID journal, List<String> lines) {}

    /** Replaces the file; it is on disk when this returns. */
    void write(Path directory, String file, Content content) throws IOException {
        String rest = String.join("\n", content.lines()) + "\n";
        String id = content.journal().toString();
        String text = String.join(" ", magic, VERSION, id, crc(id + rest)) + "\n" + rest;
        Path temporary = directory.resolve(file + JournalDevice.TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            LocalFile.write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            channel.force(true);
        }
        Files.move(
                temporary,
                directory.resolve(file),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        LocalFile.force(directory);
    }

    /**
     * Reads the file.
     *
     * @param parser function from the content to its values, which throws IllegalArgumentException if it is malformed
     * @return the result of the parser; empty if the file does not exist
     * @throws CorruptMarkerException if the content is corrupt, or it is not a regular file
     */
    <T> Optional<T> read(Path directory, String file, Function<Content, T> parser) throws IOException {
        Path path = directory.resolve(file);
        try {
            byte[] content = RegularFiles.read(path, MAX_BYTES, ACTION);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return Optional.of(parser.apply(content(path, text)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IrregularFileException e) {
            throw new CorruptMarkerException(e.getMessage(), e);
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw new CorruptMarkerException("corrupt file " + path + ": " + ACTION, e);
        }
    }

    private Content content(Path path, String text) throws CorruptMarkerException {
        String[] found = text.split("\n", lines + 2);
        String[] fields = found[0].split(" ", -1);
        boolean readable = fields[0].equals(magic) && fields.length > 1 && fields[1].matches("[0-9]+");
        if (readable && !fields[1].equals(VERSION)) {
            throw new CorruptMarkerException(
                    "unsupported version " + fields[1] + " of " + path + ": this release reads " + VERSION);
        }
        boolean valid = found.length == lines + 2
                && found[lines + 1].isEmpty()
                && fields.length == FIELDS
                && fields[0].equals(magic)
                && fields[3].equals(crc(fields[2] + text.substring(found[0].length() + 1)));
        if (!valid) {
            throw new IllegalArgumentException("invalid format or checksum");
        }
        return new Content(UUID.fromString(fields[2]), Arrays.asList(found).subList(1, lines + 1));
    }

    private static String crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
