package org.underbase.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Short command with its exit code and output. Immutable. */
public final class Command {
    private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(5);

    private final List<String> words;
    private final Map<String, String> environment;
    private final byte[] input;
    private final Duration limit;

    private Command(List<String> words, Map<String, String> environment, byte[] input, Duration limit) {
        this.words = List.copyOf(words);
        this.environment = Map.copyOf(environment);
        this.input = input;
        this.limit = limit;
    }

    /** Creates a command from its words. */
    public static Command of(String... words) {
        return of(List.of(words));
    }

    /** Creates a command from its words. */
    public static Command of(List<String> words) {
        return new Command(words, Map.of(), new byte[0], DEFAULT_LIMIT);
    }

    /** Adds an environment variable. */
    public Command environment(String key, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(key, value);
        return new Command(words, more, input, limit);
    }

    /** Sets the bytes for standard input. */
    public Command input(byte[] bytes) {
        return new Command(words, environment, bytes.clone(), limit);
    }

    /** Sets the time limit, five minutes by default; {@link #run} then kills the command and throws. */
    public Command limit(Duration duration) {
        return new Command(words, environment, input, duration);
    }

    /**
     * Runs the command and waits until it exits.
     *
     * @throws IOException if it cannot be started or exceeds the limit
     */
    public CommandResult run() throws IOException {
        byte[][] result = new byte[2][];
        int exit = run(result);
        return new CommandResult(
                words,
                exit,
                new String(result[0], StandardCharsets.UTF_8),
                new String(result[1], StandardCharsets.UTF_8));
    }

    /** Runs a command that must succeed, and returns the bytes of standard output. */
    public byte[] runForBytes() throws IOException {
        byte[][] result = new byte[2][];
        int exit = run(result);
        String err = new String(result[1], StandardCharsets.UTF_8);
        new CommandResult(words, exit, "", err).orThrow();
        return result[0];
    }

    private int run(byte[][] result) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Process process = builder.start();
        CompletableFuture<byte[]> out = read(process.getInputStream());
        CompletableFuture<byte[]> err = read(process.getErrorStream());
        IOException unread = null;
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException e) {
            // A command that does not read its input closes the pipe; its exit code shows whether this is an error.
            unread = e;
        }
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        String.join(" ", words) + ": still runs after " + limit.toSeconds() + " s", unread);
            }
            result[0] = out.join();
            result[1] = err.join();
            return process.exitValue();
        } catch (CompletionException e) {
            throw new IOException(words.get(0) + ": cannot read its output: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + words.get(0), e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<byte[]> read(InputStream stream) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        // A separate thread: all threads of a shared pool may wait for this command.
        Thread reader = new Thread(
                () -> {
                    try (stream) {
                        result.complete(stream.readAllBytes());
                    } catch (IOException e) {
                        result.completeExceptionally(new UncheckedIOException(e));
                    }
                },
                "testbed-command-output");
        reader.setDaemon(true);
        reader.start();
        return result;
    }
}
