package org.underbase.tier.datanode.instance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Start and stop of the processes of instances. Only one process at a time starts or stops an instance. */
public final class Operator {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int OLD_OUTPUTS = 5;

    /** Maximum wait for another start or stop of the same instance. */
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(1);

    private final Site site;
    private final Consumer<String> lines;
    private final CommandLine commandLine;

    /**
     * Creates an operator.
     *
     * @param site configuration from which the instances were derived
     * @param lines receives one line if another process starts or stops the instance, and one for each repair
     */
    public Operator(Site site, Consumer<String> lines) {
        this.site = site;
        this.lines = lines;
        this.commandLine = CommandLine.ofThisJvm();
    }

    /** Result of a start. */
    public sealed interface Start {
        /**
         * The process ran already; only its derived configuration was rewritten.
         *
         * @param pid process ID
         * @param changed whether the configuration differs from that of the start
         */
        record Already(long pid, boolean changed) implements Start {}

        /** A process was started, which {@link #await} waits for. */
        record Begun(Process process, Instance instance, long logSize) implements Start {}
    }

    /**
     * Starts the process of an instance unless it runs.
     *
     * @throws IOException if it cannot be started, or another process starts or stops it for more than a minute
     */
    public Start start(Instance instance) throws IOException {
        try (Lock lock = new Lock(instance, lines)) {
            site.derive(instance.siteDirectory(), instance.settings());
            Optional<DatanodeProcess> running = DatanodeProcess.of(instance);
            if (running.isPresent()) {
                note(instance, running.get().pid());
                return new Start.Already(running.get().pid(), Site.changed(instance.siteDirectory()));
            }
            for (DataDirectory directory : instance.directories()) {
                // Skip a directory that the DataNode tolerates to fail.
                if (directory.reason().isEmpty()) {
                    InterruptedFormat.undo(
                            directory.path(),
                            version -> lines.accept("datanode " + instance.tier() + ": removed the empty file "
                                    + version + " of an interrupted format; HDFS formats the directory again"));
                    TierMark.write(directory.path(), instance.tier());
                }
            }
            Site.started(instance.siteDirectory());
            rotate(instance.outFile());
            long logSize = LogTail.size(instance.logFile());
            ProcessBuilder builder = new ProcessBuilder(commandLine.words(instance, site));
            builder.environment().put("UNDERBASE_DAEMON", "datanode");
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(instance.outFile().toFile());
            Process process = builder.start();
            note(instance, process.pid());
            return new Start.Begun(process, instance, logSize);
        }
    }

    /**
     * Waits until a started process listens on all its addresses.
     *
     * @throws IOException if the process exits, with the reason from its log, or does not listen in time; it keeps
     *     running then
     */
    public void await(Start.Begun start, Duration limit) throws IOException {
        Instance instance = start.instance();
        Process process = start.process();
        boolean settled = poll(
                limit,
                () -> !process.isAlive()
                        || InstanceStatus.listensEverywhere(instance, ListeningPorts.of(process.pid())));
        if (!process.isAlive()) {
            Files.deleteIfExists(instance.pidFile());
            String why = LogTail.reason(instance.outFile(), 0)
                    .filter(line -> line.startsWith("Exiting") || !Files.exists(instance.logFile()))
                    .or(() -> reasonIn(instance.logFile(), start.logSize()))
                    .or(() -> reasonIn(instance.outFile(), 0))
                    .orElse("its log is empty");
            throw new IOException("datanode " + instance.tier() + " exited with code " + process.exitValue() + ": "
                    + why + " (see " + instance.logFile() + " and " + instance.outFile() + ")");
        }
        if (!settled) {
            throw new IOException("datanode " + instance.tier() + " (process " + process.pid()
                    + ") does not listen at all its addresses after " + limit.toSeconds()
                    + " s; it is left running (see " + instance.logFile() + " and " + instance.outFile() + ")");
        }
    }

    private static Optional<String> reasonIn(Path log, long from) {
        try {
            return LogTail.reason(log, from);
        } catch (IOException e) {
            return Optional.of(log + " cannot be read: " + e.getMessage());
        }
    }

    /** Result of a stop. */
    public enum Stop {
        NOT_RUNNING,
        STOPPED,
        /** It did not end when it was asked to. */
        KILLED
    }

    /**
     * Stops the process of an instance: TERM, and KILL after a grace period.
     *
     * @param waiting receives one line if another process starts or stops the instance
     * @throws IOException if it cannot be stopped, or another process starts or stops it for more than a minute
     */
    public static Stop stop(Instance instance, Duration limit, Consumer<String> waiting) throws IOException {
        if (!Files.isDirectory(instance.pidFile().getParent())) {
            return Stop.NOT_RUNNING;
        }
        try (Lock lock = new Lock(instance, waiting)) {
            Optional<DatanodeProcess> running = DatanodeProcess.of(instance);
            Stop result = running.isEmpty() ? Stop.NOT_RUNNING : end(running.get(), limit);
            Files.deleteIfExists(instance.pidFile());
            return result;
        }
    }

    private static Stop end(DatanodeProcess process, Duration limit) throws IOException {
        process.signal(false);
        if (poll(limit, () -> !process.alive())) {
            return Stop.STOPPED;
        }
        process.signal(true);
        if (!poll(Duration.ofSeconds(30), () -> !process.alive())) {
            throw new IOException("process " + process.pid() + " does not exit after KILL: check its disk");
        }
        return Stop.KILLED;
    }

    /**
     * Waits for a condition.
     *
     * @return whether the condition held in time
     */
    private static boolean poll(Duration limit, BooleanSupplier condition) throws IOException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                return false;
            }
            try {
                Thread.sleep(POLL.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        return true;
    }

    private static void note(Instance instance, long pid) throws IOException {
        Path temporary = instance.pidFile().resolveSibling(instance.pidFile().getFileName() + ".tmp");
        Files.writeString(temporary, pid + "\n", StandardCharsets.UTF_8);
        Files.move(temporary, instance.pidFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Rotates the last outputs to {@code .1} (the newest) to {@code .5}, like Hadoop's daemon script. */
    private static void rotate(Path output) throws IOException {
        for (int i = OLD_OUTPUTS; i >= 1; i--) {
            Path from = i == 1 ? output : output.resolveSibling(output.getFileName() + "." + (i - 1));
            if (Files.exists(from)) {
                Files.move(
                        from,
                        output.resolveSibling(output.getFileName() + "." + i),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Lock that excludes other starts and stops of an instance. */
    private static final class Lock implements AutoCloseable {
        private final FileChannel channel;

        Lock(Instance instance, Consumer<String> waiting) throws IOException {
            channel = FileChannel.open(instance.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean locked = false;
            try {
                locked = locked(channel);
                if (!locked) {
                    String busy = "datanode " + instance.tier() + " is being started or stopped by another process";
                    waiting.accept(busy + ": waiting for that, up to " + LOCK_PATIENCE.toSeconds() + " s");
                    locked = poll(LOCK_PATIENCE, () -> locked(channel));
                    if (!locked) {
                        throw new IOException(busy + ", for more than " + LOCK_PATIENCE.toSeconds() + " s");
                    }
                }
            } finally {
                if (!locked) {
                    channel.close();
                }
            }
        }

        private static boolean locked(FileChannel channel) {
            try {
                FileLock lock = channel.tryLock();
                return lock != null;
            } catch (OverlappingFileLockException e) {
                // Held by another thread of this JVM.
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
