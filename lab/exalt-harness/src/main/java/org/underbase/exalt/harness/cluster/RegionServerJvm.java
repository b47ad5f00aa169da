package org.underbase.exalt.harness.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.node.EmulatedRegionServers;
import org.underbase.exalt.harness.node.RegionServerProgress;
import org.underbase.testbed.Node;
import org.underbase.testbed.client.ChildProcess;

/** JVM of emulated RegionServers. Thread-safe. */
public final class RegionServerJvm {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HBaseOptions options;
    private final JvmLauncher launcher;
    private final int number;
    private final Node client;
    private final Path home;
    private volatile RegionServerProgress last = RegionServerProgress.NOTHING;
    private volatile String wal = "";
    private volatile ChildProcess jvm;

    /**
     * Describes a JVM.
     *
     * @param options description of HBase
     * @param launcher launcher of the cluster's JVMs
     * @param number index of the JVM, from 0
     * @param client node of processes that are not daemons
     * @param home directory of the JVM
     */
    RegionServerJvm(HBaseOptions options, JvmLauncher launcher, int number, Node client, Path home) {
        this.options = options;
        this.launcher = launcher;
        this.number = number;
        this.client = client;
        this.home = home;
    }

    /**
     * Starts the JVM, initially or after a {@link #kill}; does not wait.
     *
     * @throws IOException if it cannot be started
     */
    public synchronized void start() throws IOException {
        Path tmp = Files.createDirectories(home.resolve("tmp"));
        last = RegionServerProgress.NOTHING;
        List<String> java = new ArrayList<>(
                List.of("-Xmx" + options.heap(), "-Xss512k", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + tmp));
        java.addAll(launcher.framing());
        jvm = JvmLauncher.start(
                toString(),
                client,
                java,
                EmulatedRegionServers.class,
                List.of(Integer.toString(nodes()), String.format(Locale.ROOT, "%.6f", options.memstores())),
                home.resolve("log"),
                this::received);
    }

    private void received(String line) {
        if (line.startsWith(EmulatedRegionServers.WAL)) {
            wal = line.substring(EmulatedRegionServers.WAL.length());
            return;
        }
        try {
            last = JSON.readValue(line, RegionServerProgress.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("malformed progress of " + this + ": " + line, e);
        }
    }

    /**
     * Returns the last reported state.
     *
     * @return state of about the last second
     */
    public RegionServerProgress progress() {
        return last;
    }

    /**
     * Returns the class of the write-ahead log.
     *
     * @return class of HBase; empty until a region has needed a log
     */
    public String wal() {
        return wal;
    }

    /**
     * Checks that the JVM runs.
     *
     * @throws IOException if it has exited
     */
    public void check() throws IOException {
        JvmLauncher.check(jvm);
    }

    /**
     * Kills the JVM with signal 9, with all its RegionServers.
     *
     * @throws IOException if it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
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
     * Returns the number of RegionServers.
     *
     * @return number, at least 1
     */
    public int nodes() {
        return options.nodesOf(number);
    }

    @Override
    public String toString() {
        return "region-servers-" + number;
    }
}
