package org.underbase.exalt.harness.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.underbase.exalt.harness.load.LoadMain;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.testbed.Node;
import org.underbase.testbed.client.ChildProcess;

/** JVM of clients. Thread-safe. */
public final class LoadJvm {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final long POLL_MILLIS = 50;

    private final ChildProcess jvm;
    private final LoadSpec spec;
    private volatile LoadProgress last = LoadProgress.NOTHING;

    private LoadJvm(String name, Node client, List<String> options, Path errors, LoadSpec spec) throws IOException {
        this.spec = spec;
        jvm = JvmLauncher.start(name, client, options, LoadMain.class, List.of(), errors, this::received);
    }

    /**
     * Starts a JVM.
     *
     * @param name name for messages
     * @param client node that the JVM runs on
     * @param options options of the JVM
     * @param errors file that standard error is appended to
     * @param spec load of the clients
     * @return the JVM
     * @throws IOException if it cannot be started
     */
    static LoadJvm start(String name, Node client, List<String> options, Path errors, LoadSpec spec)
            throws IOException {
        LoadJvm result = new LoadJvm(name, client, options, errors, spec);
        result.jvm.send(JSON.writeValueAsString(spec));
        return result;
    }

    private void received(String line) {
        try {
            last = JSON.readValue(line, LoadProgress.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("malformed progress of clients: " + line, e);
        }
    }

    /**
     * Returns the last reported progress.
     *
     * @return progress of about the last second
     */
    public LoadProgress progress() {
        return last;
    }

    /**
     * Returns the load of the clients.
     *
     * @return load, as given at the start
     */
    public LoadSpec spec() {
        return spec;
    }

    /**
     * Returns the process ID.
     *
     * @return ID of the JVM's process
     */
    public long pid() {
        return jvm.pid();
    }

    /**
     * Returns whether the clients still work.
     *
     * @return false after the last progress line, or if the JVM has exited
     */
    public boolean busy() {
        return jvm.alive() && !last.end();
    }

    /**
     * Waits until HBase clients are connected; other clients connect at once.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    public void awaitBegin() throws InterruptedException {
        while (spec.rows() != null && last.millis() == 0 && jvm.alive()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Requests the clients to start nothing more; a file in progress ends early.
     *
     * @throws IOException if the JVM has exited
     */
    public void stop() throws IOException {
        jvm.send(LoadMain.STOP);
    }

    /**
     * Kills the JVM with signal 9.
     *
     * @throws IOException if it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
    }

    /**
     * Waits until the clients have finished and the JVM has exited.
     *
     * @return final progress
     * @throws IOException if the JVM exited before the clients finished
     * @throws InterruptedException if this thread is interrupted
     */
    public LoadProgress await() throws IOException, InterruptedException {
        while (busy()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        jvm.end();
        if (!last.end()) {
            throw jvm.died();
        }
        return last;
    }
}
