package org.underbase.bench.tracer.hdfs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The parent's side of a {@link ClientMain}. Not thread-safe. */
final class ClientProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;
    private final Thread hook;

    /**
     * Starts a client.
     *
     * @param directory for its logs; exists
     * @param settings on top of the cluster's client configuration in {@code conf}
     */
    ClientProcess(String name, Path directory, Path conf, Map<String, String> settings) throws IOException {
        this.name = name;
        this.log = directory.resolve(name + ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-Djava.net.preferIPv4Stack=true",
                "-Dunderbase.log.dir=" + Files.createDirectories(directory.resolve(name + "-log")),
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                conf.toString()));
        settings.forEach((key, value) -> command.add(key + "=" + value));
        process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        requests = process.outputWriter();
        answers = process.inputReader();
        hook = new Thread(process::destroyForcibly, "underbase-bench-" + name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Asks for a slice without waiting for it; {@link #answer} must follow. */
    void ask(Request request) throws IOException {
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw died(e);
        }
    }

    /** Waits for the slice that was asked for. */
    Slice answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw died(null);
        }
        return JSON.readValue(line, Slice.class);
    }

    Slice run(Request request) throws IOException {
        ask(request);
        return answer();
    }

    private IOException died(IOException cause) throws IOException {
        List<String> said = Files.readAllLines(log);
        String last = said.stream()
                .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error:"))
                .reduce((a, b) -> b)
                .orElse(said.isEmpty() ? "nothing on its standard error" : said.get(said.size() - 1));
        return new IOException("the " + name + " client died: " + last, cause);
    }

    /** Lets it end, so that its trace is complete; kills it when it does not. */
    @Override
    public void close() throws IOException {
        try {
            requests.close();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IOException("the " + name + " client did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
