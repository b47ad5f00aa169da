package org.underbase.exalt.harness.cluster;

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
import org.underbase.testbed.FullDisk;
import org.underbase.testbed.Node;
import org.underbase.testbed.process.ExitCode;
import org.underbase.testbed.process.Programs;

/** A JVM that says how far it is in lines, ends when its input does, and is removed with its cluster. Thread-safe. */
final class ChildJvm {
    private static final int LAST_LINES = 12;
    private static final long PATIENCE_SECONDS = 30;
    /** What the JVM itself says on its standard output before it ends for want of memory. */
    private static final String TERMINATING = "Terminating due to ";
    /** The same when it does not even begin; the reason is on the next line. */
    private static final String NOT_BEGUN = "Error occurred during initialization of VM";

    private final String name;
    private final Process process;
    private final Path errors;
    private final BufferedWriter in;
    private final Thread reader;
    private volatile Optional<String> terminated = Optional.empty();

    private ChildJvm(String name, Process process, Path errors, Consumer<String> listener) {
        this.name = name;
        this.process = process;
        this.errors = errors;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(() -> read(listener), name + "-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one.
     *
     * @param client node of the cluster that it belongs to
     * @param options of the JVM, after the common ones
     * @param errors takes its standard error
     * @param listener is told each line of its standard output
     */
    static ChildJvm start(
            String name,
            Node client,
            List<String> options,
            String mainClass,
            List<String> arguments,
            Path errors,
            Consumer<String> listener)
            throws IOException {
        List<String> words = new ArrayList<>(client.javaCommand(mainClass, arguments));
        // After java and its file of options, so that these win.
        words.addAll(2, options);
        ProcessBuilder builder = client.processBuilder(Programs.inSession(words));
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        return new ChildJvm(name, builder.start(), errors, listener);
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(TERMINATING) || line.startsWith(NOT_BEGUN)) {
                    terminated = Optional.of(line);
                } else if (terminated.isPresent()) {
                    terminated = Optional.of(terminated.get() + ": " + line.strip());
                } else {
                    listener.accept(line);
                }
            }
        } catch (IOException e) {
            // A killed process' pipe may end in the middle of a line.
            if (process.isAlive()) {
                throw new UncheckedIOException(name + ": its output cannot be read", e);
            }
        }
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Writes a line to its input. */
    synchronized void tell(String line) throws IOException {
        in.write(line);
        in.newLine();
        in.flush();
    }

    /** Ends its input, and waits until it has ended, too, and all it said has been heard. */
    int end() throws IOException, InterruptedException {
        try {
            in.close();
        } catch (IOException e) {
            // It has died: its exit code says so.
            if (process.isAlive()) {
                throw e;
            }
        }
        int exit = process.waitFor();
        reader.join();
        return exit;
    }

    /** As {@code kill -9} does; waits until it is gone and all it said has been heard. */
    void kill() throws IOException {
        process.destroyForcibly();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(name + " is not gone after " + PATIENCE_SECONDS + " s");
            }
            reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            if (reader.isAlive()) {
                throw new IOException(name + " is gone, but its output has no end after " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name + " was being killed", e);
        }
    }

    /** What to say when it has ended and should not have. */
    IOException died() throws IOException {
        String exit = ExitCode.of(process);
        if (exit.equals(ExitCode.KILLED)) {
            return new IOException(name + " was " + exit);
        }
        List<String> lines = Files.exists(errors) ? Files.readAllLines(errors) : List.of();
        String why = lines.stream()
                .filter(line -> line.startsWith("EmulatedDataNodes: ")
                        || line.startsWith("EmulatedRegionServers: ")
                        || line.startsWith("exalt-agent: ")
                        || line.contains("OutOfMemoryError")
                        || line.contains("Exception in thread"))
                .filter(line -> !line.startsWith("exalt-agent: compresses"))
                .findFirst()
                .or(() -> terminated)
                .or(() -> FullDisk.problem(errors.toAbsolutePath().getParent()))
                .orElse(lines.isEmpty() ? "it said nothing" : "the last that it said: " + lines.get(lines.size() - 1));
        List<String> tail = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return new IOException(name + " died (" + exit + "): " + why
                + String.join("", tail.stream().map(line -> "\n    " + line).toList()));
    }

    @Override
    public String toString() {
        return name;
    }
}
