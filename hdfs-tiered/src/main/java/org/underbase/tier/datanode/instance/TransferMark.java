package org.underbase.tier.datanode.instance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.underbase.tier.datanode.device.WholeFile;

/**
 * File in a data directory whose transfer to another DataNode is incomplete, in the format of {@link Properties}: the
 * NameNode may still count the directory's replicas for the DataNode of the file.
 *
 * @param datanodeUuid UUID of the DataNode that had the directory
 * @param tier tier of that DataNode
 */
public record TransferMark(String datanodeUuid, String tier) {
    static final String NAME = "underbase-transfer";

    /** Reads the file of a data directory; empty if no transfer is incomplete. */
    public static Optional<TransferMark> read(Path directory) throws IOException {
        if (!Files.exists(VolumeVersion.file(directory))) {
            return Optional.empty();
        }
        Path file = directory.resolve(NAME);
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file, StandardCharsets.ISO_8859_1)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is malformed: " + e.getMessage(), e);
        }
        String uuid = properties.getProperty("datanodeUuid", "");
        String tier = properties.getProperty("tier", "");
        if (uuid.isEmpty() || tier.isEmpty()) {
            throw new IOException(file + " is malformed: it requires datanodeUuid and tier");
        }
        return Optional.of(new TransferMark(uuid, tier));
    }

    /** Writes the file to a data directory. */
    public void write(Path directory) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("datanodeUuid", datanodeUuid);
        properties.setProperty("tier", tier);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        properties.store(content, null);
        WholeFile.write(directory, NAME, content.toByteArray());
    }

    /** Deletes the file of a data directory. */
    public static void delete(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(NAME));
    }
}
