package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.process.ProcessIdentity;

/**
 * Registry of one user's clusters: a directory per name in {@code ~/.underbase/clusters}, or in the directory that the
 * environment variable {@code UNDERBASE_CLUSTERS} names. The creation of a name's directory is the lock between two starts.
 */
final class Registry {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,40}");
    /** File with the path of the cluster's directory. */
    private static final String LOCATION = "location";
    /** File with the identity of the process that is starting the cluster. */
    private static final String STARTER = "starter";

    private final Path root;

    Registry(Path root) {
        this.root = root;
    }

    static Registry ofUser() {
        String chosen = System.getenv("UNDERBASE_CLUSTERS");
        return new Registry(
                chosen == null
                        ? Path.of(System.getProperty("user.home"), ".underbase", "clusters")
                        : Path.of(chosen).toAbsolutePath());
    }

    /**
     * Reserves a name for a cluster that is about to start.
     *
     * @param name name of the cluster
     * @param directory directory of the cluster; empty for a directory in the registry
     * @return directory of the cluster
     * @throws ClusterException if the name is in use
     */
    Path reserve(String name, String directory) throws IOException {
        check(name);
        forget(name);
        Files.createDirectories(root);
        Path entry = root.resolve(name);
        try {
            Files.createDirectory(entry);
        } catch (FileAlreadyExistsException e) {
            throw new ClusterException(
                    "cluster '" + name
                            + "' exists: choose another --name, or stop it with underbase cluster stop --name " + name,
                    e);
        }
        Path location = directory.isEmpty()
                ? entry.resolve("cluster")
                : Path.of(directory).toAbsolutePath();
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        Files.writeString(entry.resolve(STARTER), self.toString());
        Files.writeString(entry.resolve(LOCATION), location.toString());
        return location;
    }

    /** Records that a cluster serves and no longer needs the process that started it. */
    void started(String name) throws IOException {
        Files.deleteIfExists(root.resolve(name).resolve(STARTER));
    }

    /** Releases the name of a cluster that is removed. */
    void release(String name) throws IOException {
        Path entry = root.resolve(name);
        Files.deleteIfExists(entry.resolve(STARTER));
        Files.deleteIfExists(entry.resolve(LOCATION));
        removeIfEmpty(entry);
        removeIfEmpty(root);
        if (root.getParent().endsWith(".underbase")) {
            removeIfEmpty(root.getParent());
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // It contains another cluster.
        }
    }

    /**
     * Attaches to a cluster.
     *
     * @param name name of the cluster
     * @throws ClusterException if there is no such cluster
     */
    TestCluster attach(String name) throws IOException {
        return TestCluster.attach(find(name).orElseThrow(() -> new ClusterException("no cluster '" + name + "'")));
    }

    /** Whether a process is starting the cluster and has not written its files yet. */
    boolean incomplete(String name) throws IOException {
        Optional<Path> location = find(name);
        return location.isPresent()
                && starting(name)
                && !Files.exists(location.get().resolve("cluster.json"));
    }

    /** Finds the directory of a cluster; empty if there is no such cluster. */
    Optional<Path> find(String name) throws IOException {
        check(name);
        forget(name);
        return location(name);
    }

    /** Whether a running process is starting the cluster. */
    boolean starting(String name) throws IOException {
        try {
            return ProcessIdentity.parse(Files.readString(root.resolve(name).resolve(STARTER)))
                    .alive();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns all names in use, sorted. */
    List<String> names() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> NAME.matcher(name).matches())
                    .filter(name -> {
                        try {
                            return find(name).isPresent();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .sorted()
                    .toList();
        }
    }

    private Optional<Path> location(String name) throws IOException {
        try {
            return Optional.of(Path.of(
                    Files.readString(root.resolve(name).resolve(LOCATION)).strip()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Releases the name of a cluster whose start was killed: the cluster reaper has removed the cluster. */
    private void forget(String name) throws IOException {
        Optional<Path> location = location(name);
        if (location.isPresent() && !starting(name) && !Files.exists(location.get())) {
            release(name);
        }
    }

    private static void check(String name) throws ClusterException {
        if (!NAME.matcher(name).matches()) {
            throw new ClusterException("invalid name of a cluster: '" + name
                    + "': use at most 41 letters, digits, dots, dashes and underscores");
        }
    }
}
