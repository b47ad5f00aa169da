package org.underbase.combinedlog.datanode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.underbase.combinedlog.journal.IrregularFileException;
import org.underbase.combinedlog.journal.RegularFiles;

/** Layout of a DataNode's data directory, as far as the journal depends on it. */
public final class DataDirectory {
    private static final int MAX_VERSION_BYTES = 64 << 10;
    private static final String RESTORE = "restore it, or remove this data directory from dfs.datanode.data.dir";

    private DataDirectory() {}

    static Path version(Path dataDir) {
        return dataDir.resolve("current").resolve("VERSION");
    }

    /** Returns the IDs of the block pools. */
    static List<String> pools(Path dataDir) throws IOException {
        Path current = dataDir.resolve("current");
        if (!Files.isDirectory(current)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(current)) {
            return children.map(each -> each.getFileName().toString())
                    .filter(name -> name.startsWith("BP-"))
                    .toList();
        }
    }

    /** Returns the directory with the replicas of a block pool. */
    static Path replicas(Path dataDir, String pool) {
        return dataDir.resolve("current").resolve(pool).resolve("current");
    }

    /**
     * Reads the state of a block pool.
     *
     * @return the state; empty if the directory does not contain the pool, or an upgrade or rollback was interrupted
     */
    static Optional<PoolState> state(Path dataDir, String pool) throws IOException {
        Path version = replicas(dataDir, pool).resolve("VERSION");
        if (!Files.exists(version)) {
            return Optional.empty();
        }
        Properties properties = properties(version);
        try {
            return Optional.of(new PoolState(
                    Long.parseLong(properties.getProperty("cTime")),
                    Integer.parseInt(properties.getProperty("layoutVersion"))));
        } catch (NumberFormatException e) {
            throw new CorruptMarkerException(
                    "missing or invalid cTime or layoutVersion in " + version + ": " + RESTORE, e);
        }
    }

    private static Properties properties(Path version) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(RegularFiles.read(version, MAX_VERSION_BYTES, RESTORE)));
            return properties;
        } catch (IllegalArgumentException e) {
            throw new IOException("corrupt file " + version + ": " + RESTORE, e);
        }
    }

    /** Returns the directory of a block pool that every DataNode empties when it loads the pool. */
    static Path temporary(Path dataDir, String pool) {
        return dataDir.resolve("current").resolve(pool).resolve("tmp");
    }

    /** Returns the path without symbolic links; the absolute path if the directory does not exist. */
    static Path real(Path directory) throws IOException {
        return Files.exists(directory)
                ? directory.toRealPath()
                : directory.toAbsolutePath().normalize();
    }

    /**
     * Reads the storage ID, by which the journal identifies a data directory.
     *
     * @param dataDir data directory
     * @return storage ID
     * @throws IOException if it is not a data directory
     */
    public static String storageId(Path dataDir) throws IOException {
        Path version = version(dataDir);
        Properties properties;
        try {
            properties = properties(version);
        } catch (IrregularFileException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "not a data directory of a DataNode: " + dataDir + " (cannot read " + version + ")", e);
        }
        String id = properties.getProperty("storageID", "");
        if (id.isEmpty()) {
            throw new IOException("missing storageID in " + version + ": " + RESTORE);
        }
        return id;
    }
}
