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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Removes every process, mount, namespace and file of one cluster, whatever happens to this JVM.
 *
 * <p>A shell process of its own session waits on a pipe that only this JVM holds. When the pipe
 * closes (by {@link #cleanUp}, by the JVM's end, by {@code kill -9}) it kills every process that
 * carries the cluster's mark in its environment, undoes what {@link #remember} noted and deletes
 * the cluster's directory. One piece of code thus serves the orderly end and the crash.
 * Thread-safe.
 */
public final class ClusterReaper {
    /** Environment variable that every process of a cluster carries; its value is the cluster's id. */
    public static final String MARK = "UNDERBASE_TESTBED";
    /** The same for the processes that serve emulated disks, which must outlive their users. */
    private static final String DISK_MARK = "UNDERBASE_TESTBED_DISK";

    /** A thread that starts daemons may run beside the hook that removes them. */
    private static final Set<String> ENDED = ConcurrentHashMap.newKeySet();

    /** Hundreds of thousands of files on a disk that others use as well. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final String id;
    private final Path directory;
    private final Process process;

    private ClusterReaper(String id, Path directory, Process process) {
        this.id = id;
        this.directory = directory;
        this.process = process;
    }

    /**
     * Starts to guard a cluster.
     *
     * @param id of this cluster alone; another one must not have had it while this JVM ran
     * @param directory the cluster's directory, which exists and will be deleted at the end
     */
    public static ClusterReaper start(String id, Path directory) throws IOException {
        Path script = directory.resolve("guard.sh");
        if (!Files.exists(script)) {
            try (InputStream in = ClusterReaper.class.getResourceAsStream("guard.sh")) {
                Files.copy(in, script);
            }
        }
        ProcessBuilder builder =
                new ProcessBuilder(Programs.inSession("sh", script.toString(), id, directory.toString()));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("guard.log").toFile()));
        builder.environment().remove(MARK);
        return new ClusterReaper(id, directory, builder.start());
    }

    /**
     * Marks the environment of a process that the cluster of that id is about to start.
     *
     * @throws IOException when the cluster is being removed
     */
    public static void mark(Map<String, String> environment, String id) throws IOException {
        if (ENDED.contains(id)) {
            throw new IOException("the cluster " + id + " is being removed: nothing is started in it any more");
        }
        environment.put(MARK, id);
    }

    /** Marks the environment of a process that serves an emulated disk. */
    public void markDisk(Map<String, String> environment) {
        environment.put(DISK_MARK, id);
    }

    /** Notes a thing to remove. Call it before the thing is made. Things are removed in reverse order. */
    public synchronized void remember(Undo undo) throws IOException {
        Files.writeString(
                directory.resolve("undo"),
                undo.line() + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Ends the guard's watch and leaves the cluster running. */
    public void detach() throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write("detach\n".getBytes(StandardCharsets.UTF_8));
        }
        await();
    }

    /**
     * Removes everything and waits until it is gone. Does nothing the second time.
     *
     * @throws IOException when something could not be removed; the message says what
     */
    public void cleanUp() throws IOException {
        ENDED.add(id);
        process.getOutputStream().close();
        int exit = await();
        if (exit != 0) {
            Path log = directory.resolve("guard.log");
            String why = Files.exists(log) ? Files.readString(log).strip().replace('\n', ';') : "exit code " + exit;
            throw new IOException("cannot remove all of the cluster in " + directory + ": " + why);
        }
    }

    private int await() throws IOException {
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "the cluster in " + directory + " is not gone after " + PATIENCE.toSeconds() + " s");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the cluster in " + directory + " was being removed", e);
        }
    }

    /** A shutdown hook that cleans up, for a JVM that ends without closing its cluster. */
    public Thread shutdownHook() {
        return new Thread(
                () -> {
                    try {
                        cleanUp();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "testbed-clean-up");
    }
}
