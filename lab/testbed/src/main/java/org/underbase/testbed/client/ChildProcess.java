package org.underbase.testbed.client;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.underbase.testbed.FullDisk;
import org.underbase.testbed.process.ExitCode;

/**
 * Child JVM that reads lines from its standard input, prints lines on its standard output, and exits when its input ends. It
 * is killed with this JVM. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int LAST_LINES = 12;
    private static final long KILL_SECONDS = 120;
    private static final long EXIT_SECONDS = 120;
    /** Printed on standard output by a JVM that exits because memory ran out. */
    private static final String TERMINATING = "Terminating due to ";
    /** Printed on standard output by a JVM that cannot start; the next line contains the cause. */
    private static final String NOT_STARTED = "Error occurred during initialization of VM";

    private final String name;
    private final Process process;
    private final Path errors;
    private final List<String> causePrefixes;
    private final BufferedWriter in;
    private final Thread reader;
    private final Thread hook;
    private final List<String> terminated = new ArrayList<>();

    private ChildProcess(
            String name, Process process, Path errors, List<String> causePrefixes, Consumer<String> listener) {
        this.name = name;
        this.process = process;
        this.errors = errors;
        this.causePrefixes = List.copyOf(causePrefixes);
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(() -> read(listener), name + "-output");
        this.hook = new Thread(process::destroyForcibly, name + "-kill");
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts a process.
     *
     * @param name name for messages
     * @param builder command and environment of the process
     * @param errors file that standard error is appended to
     * @param causePrefixes starts of lines on standard error that contain the cause of an exit, such as {@code "LoadMain: "}
     * @param listener receiver of the lines of standard output, called by one thread
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static ChildProcess start(
            String name, ProcessBuilder builder, Path errors, List<String> causePrefixes, Consumer<String> listener)
            throws IOException {
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        return new ChildProcess(name, builder.start(), errors, causePrefixes, listener);
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            boolean exiting = false;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                exiting |= line.startsWith(TERMINATING) || line.startsWith(NOT_STARTED);
                if (exiting) {
                    synchronized (terminated) {
                        terminated.add(line.strip());
                    }
                } else {
                    listener.accept(line);
                }
            }
        } catch (IOException e) {
            // The pipe of a killed process may end in the middle of a line.
            if (process.isAlive()) {
                throw new UncheckedIOException("cannot read the output of " + name, e);
            }
        }
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Whether standard output has ended and the listener has received all lines. */
    boolean outputEnded() {
        return !reader.isAlive();
    }

    /**
     * Writes a line to standard input.
     *
     * @param line line without a line feed
     * @throws IOException if the process has exited
     */
    public synchronized void send(String line) throws IOException {
        in.write(line);
        in.newLine();
        in.flush();
    }

    /**
     * Ends standard input, waits until the process exits, and until the listener has received all lines.
     *
     * @return exit code
     * @throws InterruptedException if this thread is interrupted
     */
    public int end() throws IOException, InterruptedException {
        closeInput();
        int exit = process.waitFor();
        reader.join();
        return exit;
    }

    private synchronized void closeInput() throws IOException {
        try {
            in.close();
        } catch (IOException e) {
            // The exit code of a process that has exited contains the cause.
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    /**
     * Kills the process with signal 9, and waits until it is gone and the listener has received all lines.
     *
     * @throws IOException if it is not gone after two minutes
     */
    public void kill() throws IOException {
        process.destroyForcibly();
        try {
            if (!process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(name + " still runs " + KILL_SECONDS + " s after kill -9");
            }
            reader.join(TimeUnit.SECONDS.toMillis(KILL_SECONDS));
            if (reader.isAlive()) {
                throw new IOException("the output of " + name + " has not ended " + KILL_SECONDS + " s after its exit");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name + " was being killed", e);
        } finally {
            removeHook();
        }
    }

    /**
     * Creates the exception for an unexpected exit.
     *
     * @return exception whose message contains the exit code, the cause and the end of standard error
     * @throws IOException if standard error cannot be read
     */
    public IOException died() throws IOException {
        awaitExit();
        String exit = ExitCode.of(process);
        if (exit.equals(ExitCode.KILLED)) {
            return new IOException(name + " was " + exit);
        }
        List<String> lines = Files.exists(errors) ? Files.readAllLines(errors) : List.of();
        String cause = lines.stream()
                .filter(this::containsCause)
                .findFirst()
                .or(this::termination)
                .or(() -> FullDisk.problem(errors.toAbsolutePath().getParent()))
                .orElse(
                        lines.isEmpty()
                                ? "nothing on standard error"
                                : "last line on standard error: " + lines.get(lines.size() - 1));
        List<String> tail = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return new IOException(name + " exited (" + exit + "): " + cause
                + String.join("", tail.stream().map(line -> "\n    " + line).toList()));
    }

    /** The pipes of a process end shortly before the process. */
    private void awaitExit() {
        try {
            if (process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
                reader.join(TimeUnit.SECONDS.toMillis(KILL_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean containsCause(String line) {
        return causePrefixes.stream().anyMatch(line::startsWith)
                || Stream.of("OutOfMemoryError", "Exception in thread").anyMatch(line::contains)
                || line.startsWith("Error: ");
    }

    private Optional<String> termination() {
        synchronized (terminated) {
            return terminated.isEmpty() ? Optional.empty() : Optional.of(String.join(": ", terminated));
        }
    }

    /**
     * Ends standard input and waits until the process exits.
     *
     * @throws IOException if it does not exit within a minute; it is then killed
     */
    @Override
    public void close() throws IOException {
        try {
            closeInput();
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(name + " did not exit within " + EXIT_SECONDS + " s after its input ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM shuts down: the hook runs.
            return;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
