package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Choice of a cluster's directory, which is created at each start. */
@FunctionalInterface
interface ClusterDirectory {
    /** Creates the directory. */
    Path create() throws IOException;

    /** Returns the choice of a new directory in the JVM's directory for temporary files. */
    static ClusterDirectory temporary() {
        return () -> {
            Path parent = usable(Path.of(System.getProperty("java.io.tmpdir")));
            Files.createDirectories(parent);
            return Files.createTempDirectory(parent, "underbase-cluster-").toRealPath();
        };
    }

    /** Returns the choice of one directory, which must be missing or empty at the start. */
    static ClusterDirectory given(Path directory) {
        return () -> {
            Files.createDirectories(usable(directory));
            try (Stream<Path> entries = Files.list(directory)) {
                if (entries.findAny().isPresent()) {
                    throw new ClusterException(directory + " is not empty: choose a missing or empty directory");
                }
            }
            return directory.toRealPath();
        };
    }

    /** Rejects a path that differs from the path of its URI: HDFS accepts directories as URIs and formats them as patterns. */
    private static Path usable(Path directory) throws ClusterException {
        String path = directory.toAbsolutePath().toString();
        String uri = directory.toUri().getRawPath();
        if (!uri.equals(path) && !uri.equals(path + "/")) {
            throw new ClusterException("HDFS cannot use the directory '" + path
                    + "': choose a path without spaces and other characters that a URI encodes");
        }
        return directory;
    }
}
