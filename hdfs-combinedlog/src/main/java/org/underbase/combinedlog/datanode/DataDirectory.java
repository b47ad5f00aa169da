package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Layout of a DataNode's data directory, as far as the journal depends on it. */
public final class DataDirectory {
    private DataDirectory() {}

    static Path version(Path dataDir) {
        return dataDir.resolve("current").resolve("VERSION");
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
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(version)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "not a data directory of a DataNode: " + dataDir + " (cannot read " + version + ")", e);
        }
        String id = properties.getProperty("storageID", "");
        if (id.isEmpty()) {
            throw new IOException("missing storageID in " + version);
        }
        return id;
    }
}
