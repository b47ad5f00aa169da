package org.underbase.demo.compaction;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.underbase.demo.compaction.client.Answer;
import org.underbase.demo.compaction.client.Ask;
import org.underbase.demo.compaction.client.ClientMain;
import org.underbase.testbed.Node;

/** The client program on a node, seen from outside. Waiting for it can be interrupted. Not thread-safe. */
final class ClientProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path log;
    private final Process process;
    private final BufferedWriter requests;
    /** What it answered; empty when it will not answer any more. */
    private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

    private volatile Optional<Exception> broken = Optional.empty();

    private ClientProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.requests = process.outputWriter();
    }

    /**
     * Starts it. It ends with its cluster at the latest.
     *
     * @param log takes its standard error
     */
    static ClientProcess start(Node node, String table, Path log) throws IOException {
        ClientProcess client = new ClientProcess(
                node.processBuilder(node.javaCommand(ClientMain.class.getName(), List.of(table)))
                        .redirectError(log.toFile())
                        .start(),
                log);
        Thread reader = new Thread(client::read, "demo-client");
        reader.setDaemon(true);
        reader.start();
        return client;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> answers.add(Optional.of(line)));
        } catch (IOException | UncheckedIOException e) {
            broken = Optional.of(e);
        } finally {
            answers.add(Optional.empty());
        }
    }

    /** Asks and waits. */
    Answer ask(Ask ask) throws IOException, InterruptedException {
        try {
            requests.write(JSON.writeValueAsString(ask));
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw new IOException(lastWords(), e);
        }
        Optional<String> answer = answers.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (answer == null) {
            throw new IOException(
                    "the client of HBase is not done with " + ask.verb() + " after " + LIMIT.toSeconds() + " s");
        }
        if (answer.isEmpty()) {
            throw new IOException(lastWords(), broken.orElse(null));
        }
        return JSON.readValue(answer.get(), Answer.class);
    }

    private String lastWords() throws IOException {
        List<String> said = Files.readAllLines(log);
        return "the client of HBase died: "
                + said.stream()
                        .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error:"))
                        .reduce((first, second) -> second)
                        .orElse(said.isEmpty() ? "it said nothing" : said.get(said.size() - 1));
    }

    /** Ends it. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
