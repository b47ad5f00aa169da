package org.underbase.testbed.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.underbase.testbed.Node;

/**
 * Child JVM that executes requests: one JSON object per line on its standard input, one response per line on its standard
 * output. Not thread-safe.
 *
 * @param <Q> type of requests
 * @param <A> type of responses
 */
public final class ChildJvm<Q, A> implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration NO_LIMIT = Duration.ofDays(1);
    private static final long POLL_MILLIS = 100;

    private final Class<A> responseType;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ChildProcess process;
    private Duration limit = NO_LIMIT;

    /**
     * Starts a JVM.
     *
     * @param name name for messages
     * @param builder command and environment of the process
     * @param log file that standard error is appended to
     * @param responseType class of responses
     */
    public ChildJvm(String name, ProcessBuilder builder, Path log, Class<A> responseType) throws IOException {
        this.responseType = responseType;
        this.process = ChildProcess.start(name, builder, log, List.of(), lines::add);
    }

    /**
     * Starts a JVM on a node of a cluster, with this JVM's class path and the cluster's client configuration. It exits with
     * the cluster at the latest.
     *
     * @param node node of the cluster
     * @param main class with the {@code main} method
     * @param arguments arguments of {@code main}
     * @param log file that standard error is appended to
     * @param responseType class of responses
     * @param <Q> type of requests
     * @param <A> type of responses
     * @return the JVM
     */
    public static <Q, A> ChildJvm<Q, A> on(
            Node node, Class<?> main, List<String> arguments, Path log, Class<A> responseType) throws IOException {
        return new ChildJvm<>(
                main.getSimpleName() + " on " + node.name(),
                node.processBuilder(node.javaCommand(main.getName(), arguments)),
                log,
                responseType);
    }

    /** Returns the path of this JVM's {@code java} program. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Limits the wait for each response; without a call there is no limit.
     *
     * @param newLimit maximum wait
     * @return this JVM
     */
    public ChildJvm<Q, A> limit(Duration newLimit) {
        limit = newLimit;
        return this;
    }

    /** Sends a request; {@link #receive} must follow. */
    public void send(Q request) throws IOException {
        String line = JSON.writeValueAsString(request);
        try {
            process.send(line);
        } catch (IOException e) {
            IOException died = process.died();
            died.addSuppressed(e);
            throw died;
        }
    }

    /**
     * Waits for the next response.
     *
     * @throws InterruptedIOException if this thread is interrupted; the thread stays interrupted
     * @throws IOException if the JVM exits or the limit passes
     */
    public A receive() throws IOException {
        long start = System.nanoTime();
        try {
            while (true) {
                // The order matters: a line may arrive between the two.
                boolean ended = process.outputEnded();
                String line = lines.poll(ended ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (line != null) {
                    return JSON.readValue(line, responseType);
                }
                if (ended) {
                    throw process.died();
                }
                if (System.nanoTime() - start > limit.toNanos()) {
                    throw new IOException(process + " did not respond within " + limit.toSeconds() + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted in a wait for " + process);
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** Sends a request and waits for its response. */
    public A call(Q request) throws IOException {
        send(request);
        return receive();
    }

    /**
     * Kills the JVM with signal 9.
     *
     * @throws IOException if it is not gone after two minutes
     */
    public void kill() throws IOException {
        process.kill();
    }

    /** Ends the JVM's input and waits until it exits; kills it after a minute. */
    @Override
    public void close() throws IOException {
        process.close();
    }
}
