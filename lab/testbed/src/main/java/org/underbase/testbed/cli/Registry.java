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
import org.underbase.testbed.process.ProcessIdentity;

/**
 * The named clusters of one user: a directory per name in {@code ~/.underbase/clusters}, or where
 * the environment variable {@code UNDERBASE_CLUSTERS} says. Making that directory is the lock that
 * keeps two starts apart.
 */
final class Registry {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,40}");
    /** Where the cluster lives. */
    private static final String LOCATION = "location";
    /** The process that starts it, as long as it does. */
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
     * Takes a name for a cluster about to be started.
     *
     * @param directory where it shall live; empty: here
     * @return where it shall live
     * @throws ClusterException when the name is in use
     */
    Path reserve(String name, Optional<Path> directory) throws IOException {
        check(name);
        forget(name);
        Files.createDirectories(root);
        Path entry = root.resolve(name);
        try {
            Files.createDirectory(entry);
        } catch (FileAlreadyExistsException e) {
            throw new ClusterException(
                    "cluster '" + name
                            + "' exists: see underbase cluster status, end it with underbase cluster stop --name "
                            + name,
                    e);
        }
        Path location = directory.map(Path::toAbsolutePath).orElse(entry.resolve("cluster"));
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        Files.writeString(entry.resolve(STARTER), self.toString());
        Files.writeString(entry.resolve(LOCATION), location.toString());
        return location;
    }

    /** Notes that a cluster is up and lives without the process that started it. */
    void started(String name) throws IOException {
        Files.deleteIfExists(root.resolve(name).resolve(STARTER));
    }

    /** Gives a name back, once the cluster is gone. */
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
            // Another cluster is in there.
        }
    }

    /** Where a cluster lives; empty when there is none of that name. */
    Optional<Path> find(String name) throws IOException {
        check(name);
        forget(name);
        return location(name);
    }

    /** Whether it is being started by a living process. */
    boolean starting(String name) throws IOException {
        try {
            return ProcessIdentity.parse(Files.readString(root.resolve(name).resolve(STARTER)))
                    .alive();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** All names in use, sorted. */
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

    /** Forgets a cluster whose start was killed: its guard has removed it already. */
    private void forget(String name) throws IOException {
        Optional<Path> location = location(name);
        if (location.isPresent() && !starting(name) && !Files.exists(location.get())) {
            release(name);
        }
    }

    private static void check(String name) throws ClusterException {
        if (!NAME.matcher(name).matches()) {
            throw new ClusterException("not a name for a cluster: '" + name
                    + "' (letters, digits, dots, dashes, underscores, at most 41)");
        }
    }
}
