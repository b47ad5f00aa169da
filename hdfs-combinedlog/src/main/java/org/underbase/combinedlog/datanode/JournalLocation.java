package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Location of a DataNode's journal. */
public final class JournalLocation {
    private static final String DEFAULT_NAME = "combinedlog";

    private JournalLocation() {}

    /**
     * Returns the configured directory; otherwise the last used one, because the order of the data directories changes after a
     * disk failure; otherwise a directory inside the first data directory.
     *
     * @param conf configuration of the DataNode
     * @param dataDirs data directories, at least one
     * @return directory of the journal; may be missing
     * @throws IOException if it is not a local directory, or a marker file is corrupt
     */
    public static Path of(Configuration conf, List<Path> dataDirs) throws IOException {
        Optional<Path> known = configured(conf);
        if (known.isEmpty()) {
            known = lastUsed(dataDirs);
        }
        return known.orElseGet(() -> dataDirs.get(0).resolve(DEFAULT_NAME));
    }

    /**
     * Returns the configured directory.
     *
     * @param conf configuration of the DataNode
     * @return directory of the journal; empty if the key is not set
     * @throws IOException if it is not a local directory
     */
    public static Optional<Path> configured(Configuration conf) throws IOException {
        String text = CombinedLogKeys.DIR.text(conf);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        boolean absolute = text.matches("(\\[[A-Za-z_]+\\])?(file:)?/.*");
        if (!absolute) {
            throw CombinedLogKeys.DIR.invalid(text, "an absolute path");
        }
        try {
            return Optional.of(Path.of(StorageLocation.parse(text).getUri().getPath()));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    CombinedLogKeys.DIR.invalid(text, "a local directory").getMessage(), e);
        }
    }

    /**
     * Returns the directory of the last used journal.
     *
     * @param dataDirs data directories
     * @return directory of the journal; empty after a clean stop, after an invalidation and without a journal
     * @throws IOException if a marker file is corrupt
     */
    public static Optional<Path> lastUsed(Collection<Path> dataDirs) throws IOException {
        return new JournalMarkers(dataDirs).journalDirectory();
    }
}
