package org.underbase.tier.datanode.instance;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.underbase.tier.datanode.device.WholeFile;

/**
 * Identity of a data directory from the file {@code VERSION} of its DataNode.
 *
 * @param datanodeUuid UUID of the DataNode, the same in all its directories
 * @param storageId ID of the directory; empty if the file has none
 */
public record VolumeVersion(String datanodeUuid, String storageId) {
    static final String UUID = "datanodeUuid";
    static final String STORAGE = "storageID";

    /** Returns the file in a data directory. */
    static Path file(Path directory) {
        return directory.resolve("current").resolve("VERSION");
    }

    /** Reads the identity of a data directory; empty if no DataNode has used it. */
    public static Optional<VolumeVersion> read(Path directory) throws IOException {
        if (!Files.isReadable(file(directory))) {
            return Optional.empty();
        }
        Properties properties = properties(directory);
        String uuid = properties.getProperty(UUID, "").strip();
        return uuid.isEmpty()
                ? Optional.empty()
                : Optional.of(new VolumeVersion(
                        uuid, properties.getProperty(STORAGE, "").strip()));
    }

    /**
     * Assigns a data directory to a DataNode. At any interruption, the file has the old or the new content.
     *
     * @param directory data directory that a DataNode has used
     * @param datanodeUuid UUID of the DataNode
     */
    public static void assign(Path directory, String datanodeUuid) throws IOException {
        Properties properties = properties(directory);
        properties.setProperty(UUID, datanodeUuid);
        write(directory, properties);
    }

    /**
     * Creates a data directory without replicas for a DataNode.
     *
     * @param directory directory that does not exist
     * @param like data directory of the same cluster
     * @param datanodeUuid UUID of the DataNode
     * @return ID of its storage
     */
    public static String createEmpty(Path directory, Path like, String datanodeUuid) throws IOException {
        Properties properties = properties(like);
        String storage = DatanodeStorage.generateUuid();
        properties.setProperty(UUID, datanodeUuid);
        properties.setProperty(STORAGE, storage);
        Files.createDirectories(file(directory).getParent());
        write(directory, properties);
        return storage;
    }

    private static void write(Path directory, Properties properties) throws IOException {
        Path file = file(directory);
        Optional<Set<PosixFilePermission>> permissions =
                Files.exists(file) ? Optional.of(Files.getPosixFilePermissions(file)) : Optional.empty();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        properties.store(content, null);
        WholeFile.write(file.getParent(), file.getFileName().toString(), content.toByteArray());
        if (permissions.isPresent()) {
            Files.setPosixFilePermissions(file, permissions.get());
        }
    }

    private static Properties properties(Path directory) throws IOException {
        Properties properties = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(file(directory), StandardCharsets.ISO_8859_1)) {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException(file(directory) + " is malformed: " + e.getMessage(), e);
        }
        return properties;
    }
}
