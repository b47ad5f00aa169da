package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Where the journal of a DataNode is. */
public final class JournalPlace {
    private static final String BESIDE_DATA = "combinedlog";

    private JournalPlace() {}

    /**
     * The configured directory; else the one that was used last, for the first data directory is another one when the first
     * has failed; else one in the first data directory.
     *
     * @param conf the DataNode's configuration
     * @param dataDirs its data directories, at least one
     * @return the directory, which may not be there
     * @throws IOException where it is no local directory, or what a data directory says of it is damaged
     */
    public static Path of(Configuration conf, List<Path> dataDirs) throws IOException {
        Optional<Path> known = configured(conf);
        if (known.isEmpty()) {
            known = lastUsed(dataDirs);
        }
        return known.orElseGet(() -> dataDirs.get(0).resolve(BESIDE_DATA));
    }

    /**
     * The configured directory.
     *
     * @param conf the DataNode's configuration
     * @return nothing where none is configured
     * @throws IOException where it is no local directory
     */
    public static Optional<Path> configured(Configuration conf) throws IOException {
        String text = CombinedLogKeys.DIR.text(conf);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        boolean absolute = text.matches("(\\[[A-Za-z_]+\\])?(file:)?/.*");
        if (!absolute) {
            throw new IOException(CombinedLogKeys.DIR.name() + ": '" + text + "' is no absolute path");
        }
        try {
            return Optional.of(Path.of(StorageLocation.parse(text).getUri().getPath()));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(CombinedLogKeys.DIR.name() + ": '" + text + "' is no local directory", e);
        }
    }

    /**
     * Tells which journal a DataNode used last.
     *
     * @param dataDirs its data directories
     * @return the journal's directory; nothing after a clean stop, and where none was used or it was given up
     * @throws IOException where what a data directory says of it is damaged
     */
    public static Optional<Path> lastUsed(Collection<Path> dataDirs) throws IOException {
        return Marks.directory(dataDirs);
    }
}
