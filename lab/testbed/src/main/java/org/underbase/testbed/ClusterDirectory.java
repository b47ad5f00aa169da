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
            Path parent = Path.of(System.getProperty("java.io.tmpdir"));
            Files.createDirectories(parent);
            return Files.createTempDirectory(parent, "underbase-cluster-").toRealPath();
        };
    }

    /** Returns the choice of one directory, which must be missing or empty at the start. */
    static ClusterDirectory given(Path directory) {
        return () -> {
            Files.createDirectories(directory);
            try (Stream<Path> entries = Files.list(directory)) {
                if (entries.findAny().isPresent()) {
                    throw new ClusterException(directory + " is not empty: choose a missing or empty directory");
                }
            }
            return directory.toRealPath();
        };
    }
}
