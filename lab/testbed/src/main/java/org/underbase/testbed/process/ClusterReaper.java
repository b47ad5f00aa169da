package org.underbase.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Remover of all processes, mounts, namespaces and files of one cluster, even if this JVM is killed.
 *
 * <p>A shell process in a separate session reads a pipe that only this JVM holds. When the pipe closes (by {@link #cleanUp},
 * the JVM's exit or {@code kill -9}), the shell kills every process whose environment contains the cluster's mark, reverts
 * what {@link #remember} recorded, and deletes the cluster's directory. A clean stop and a crash thus use the same code.
 * A shutdown hook of this JVM waits for the removal. Thread-safe.
 */
public final class ClusterReaper {
    /** Environment variable of every process of a cluster; its value is the cluster's id. */
    public static final String MARK = "UNDERBASE_TESTBED";
    /** Environment variable of the processes of emulated disks, which must exit after their users. */
    private static final String DISK_MARK = "UNDERBASE_TESTBED_DISK";

    /** Ids of removed clusters: a thread may start daemons while the shutdown hook removes the cluster. */
    private static final Set<String> ENDED = new HashSet<>();

    /** Reapers of this JVM whose clusters are not removed. */
    private static final Set<ClusterReaper> OPEN = ConcurrentHashMap.newKeySet();

    /** Enough for hundreds of thousands of files on a busy disk. */
    private static final Duration REMOVAL_LIMIT = Duration.ofMinutes(15);

    private final String id;
    private final Path directory;
    private final Process process;
    /** Waits for the removal; unregistered after it, because the JVM may start many clusters. */
    final Thread hook = new Thread(this::cleanUpAtShutdown, "testbed-clean-up");

    private volatile boolean ended;

    private ClusterReaper(String id, Path directory, Process process) {
        this.id = id;
        this.directory = directory;
        this.process = process;
    }

    /**
     * Starts the reaper of a cluster.
     *
     * @param id id of the cluster, which no other cluster of this JVM has had
     * @param directory existing directory of the cluster, which is deleted at the end
     * @return the reaper
     * @throws IOException if the script cannot be started, or this JVM is shutting down
     */
    public static ClusterReaper start(String id, Path directory) throws IOException {
        ClusterReaper reaper = new ClusterReaper(id, directory.toRealPath(), startScript(id, directory.toRealPath()));
        OPEN.add(reaper);
        try {
            Runtime.getRuntime().addShutdownHook(reaper.hook);
        } catch (IllegalStateException e) {
            reaper.cleanUp();
            throw new IOException("this JVM is shutting down: it starts no cluster in " + directory, e);
        }
        return reaper;
    }

    private static Process startScript(String id, Path directory) throws IOException {
        Path script = directory.resolve("reaper.sh");
        if (!Files.exists(script)) {
            try (InputStream in = ClusterReaper.class.getResourceAsStream("reaper.sh")) {
                Files.copy(in, script);
            }
        }
        ProcessBuilder builder =
                new ProcessBuilder(Programs.inSession("sh", script.toString(), id, directory.toString()));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("reaper.log").toFile()));
        builder.environment().remove(MARK);
        return builder.start();
    }

    /**
     * Marks the environment of a process that a cluster is about to start.
     *
     * @param environment environment of the process
     * @param id id of the cluster
     * @throws IOException if the cluster is being removed
     */
    public static synchronized void mark(Map<String, String> environment, String id) throws IOException {
        if (ENDED.contains(id)) {
            throw new IOException("the cluster " + id + " is being removed: it starts no processes");
        }
        environment.put(MARK, id);
    }

    /**
     * Marks and starts a process of a cluster. The removal kills it even if it begins concurrently.
     *
     * @param builder command and environment of the process
     * @param id id of the cluster
     * @return the process
     * @throws IOException if the process cannot be started, or the cluster is being removed
     */
    public static synchronized Process launch(ProcessBuilder builder, String id) throws IOException {
        mark(builder.environment(), id);
        return builder.start();
    }

    private static synchronized void end(String id) {
        ENDED.add(id);
    }

    /** Marks the environment of the process of an emulated disk. */
    public void markDisk(Map<String, String> environment) {
        environment.put(DISK_MARK, id);
    }

    /** Creation of files or devices. */
    @FunctionalInterface
    public interface Creation<T> {
        /** Creates them. */
        T create() throws IOException;
    }

    /**
     * Creates files or devices that the removal of the cluster removes. A concurrent removal waits for the creation, which
     * fails at its next call of {@link #remember}.
     *
     * @param creation creation, which may contain other creations
     * @return result of the creation
     * @throws IOException if the creation fails, or the cluster is being removed
     */
    public synchronized <T> T create(Creation<T> creation) throws IOException {
        requireNotEnded();
        return creation.create();
    }

    /**
     * Records something to remove, before its {@link #create creation}. The order of removal is the reverse order of these
     * calls.
     *
     * @throws IOException if it cannot be recorded, or the cluster is being removed
     */
    public synchronized void remember(Undo undo) throws IOException {
        requireNotEnded();
        Files.writeString(
                directory.resolve("undo"),
                undo.line() + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void requireNotEnded() throws IOException {
        if (ended) {
            throw new IOException("the cluster in " + directory + " is being removed");
        }
    }

    /** Ends the reaper and leaves the cluster running. */
    public void detach() throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write("detach\n".getBytes(StandardCharsets.UTF_8));
        }
        await();
    }

    /**
     * Removes the cluster and waits for the removal. A second call has no effect.
     *
     * @throws IOException if something could not be removed; the message names it
     */
    public void cleanUp() throws IOException {
        ended = true;
        end(id);
        closeInput();
        int exit = await();
        if (exit != 0) {
            Path log = directory.resolve("reaper.log");
            String cause = Files.exists(log) ? Files.readString(log).strip().replace('\n', ';') : "exit code " + exit;
            throw new IOException("cannot remove the cluster in " + directory + ": " + cause);
        }
        OPEN.remove(this);
    }

    /**
     * Removes the clusters of this JVM in a directory, as {@link #cleanUp} does. After a failure, it continues with the others.
     *
     * @param path real path of the directory
     * @throws IOException if clusters could not be removed: the first failure, with the others as suppressed exceptions
     */
    public static void cleanUpBelow(Path path) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (ClusterReaper reaper : OPEN) {
            if (reaper.directory.startsWith(path)) {
                try {
                    reaper.cleanUp();
                } catch (IOException e) {
                    failures.add(e);
                }
            }
        }
        if (!failures.isEmpty()) {
            IOException first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    /** Starts the removal after a creation in progress. */
    private synchronized void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    private int await() throws IOException {
        try {
            if (!process.waitFor(REMOVAL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "the cluster in " + directory + " is not removed after " + REMOVAL_LIMIT.toSeconds() + " s");
            }
            unregisterHook();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the cluster in " + directory + " was being removed", e);
        }
    }

    private void unregisterHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is shutting down: it runs the hook, which finds that the script has exited.
        }
    }

    private void cleanUpAtShutdown() {
        try {
            cleanUp();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
