package org.underbase.testbed.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of the benchmark's own that does requests, one JSON object a line on its standard input, and answers each with a
 * line of JSON on its standard output. It ends with its input. Not thread-safe.
 *
 * @param <Q> requests
 * @param <A> answers
 */
public final class ChildJvm<Q, A> implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final Class<A> answers;
    private final Path log;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader lines;
    private final Thread hook;

    /**
     * Starts it.
     *
     * @param name for messages and the log
     * @param builder of the process; its standard error goes to {@code log}
     */
    public ChildJvm(String name, ProcessBuilder builder, Path log, Class<A> answers) throws IOException {
        this.name = name;
        this.answers = answers;
        this.log = log;
        process = builder.redirectError(log.toFile()).start();
        requests = process.outputWriter();
        lines = process.inputReader();
        hook = new Thread(process::destroyForcibly, "underbase-bench-" + name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The path of this JVM's launcher. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Asks without waiting for the answer; {@link #answer} must follow. */
    public void ask(Q request) throws IOException {
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw died(e);
        }
    }

    /** Waits for the answer to what was asked. */
    public A answer() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw died(null);
        }
        return JSON.readValue(line, answers);
    }

    /** Asks and waits. */
    public A run(Q request) throws IOException {
        ask(request);
        return answer();
    }

    private IOException died(IOException cause) throws IOException {
        List<String> said = Files.readAllLines(log);
        String last = said.stream()
                .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error:"))
                .reduce((a, b) -> b)
                .orElse(said.isEmpty() ? "nothing on its standard error" : said.get(said.size() - 1));
        return new IOException("the " + name + " died: " + last, cause);
    }

    /**
     * Ends it as {@code kill -9} does: for one that has nothing to put in order, and may have no descriptor or thread left to do so.
     *
     * @throws IOException when it is not gone after a minute
     */
    public void kill() throws IOException {
        process.destroyForcibly();
        close();
    }

    /** Lets it end; kills it when it does not. */
    @Override
    public void close() throws IOException {
        try {
            requests.close();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IOException("the " + name + " did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
