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
import org.underbase.exalt.harness.node.RegionServersSaid;
import org.underbase.testbed.Node;

/** A JVM of emulated RegionServers. Thread-safe. */
public final class RegionServerJvm {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HBaseOptions options;
    private final int number;
    private final Node client;
    private final String classPath;
    private final List<String> agent;
    private final Path home;
    private volatile RegionServersSaid last = RegionServersSaid.NOTHING;
    private volatile String wal = "";
    private volatile ChildJvm jvm;

    /**
     * @param number from 0
     * @param client node that processes beside the daemons belong to
     * @param classPath of daemons and clients
     * @param agent its options; none for a JVM without it
     * @param home its directory
     */
    RegionServerJvm(HBaseOptions options, int number, Node client, String classPath, List<String> agent, Path home) {
        this.options = options;
        this.number = number;
        this.client = client;
        this.classPath = classPath;
        this.agent = agent;
        this.home = home;
    }

    /**
     * Starts it, for the first time or after a {@link #kill}; does not wait.
     *
     * @throws IOException when it cannot be started
     */
    public synchronized void start() throws IOException {
        Path tmp = Files.createDirectories(home.resolve("tmp"));
        last = RegionServersSaid.NOTHING;
        List<String> java = new ArrayList<>(
                List.of("-Xmx" + options.heap(), "-Xss512k", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + tmp));
        if (!agent.isEmpty()) {
            java.addAll(AgentJar.options(classPath, agent));
        } else {
            java.addAll(List.of("-cp", classPath));
        }
        jvm = ChildJvm.start(
                toString(),
                client,
                java,
                EmulatedRegionServers.class.getName(),
                List.of(Integer.toString(nodes()), String.format(Locale.ROOT, "%.6f", options.memstores())),
                home.resolve("log"),
                this::heard);
    }

    private void heard(String line) {
        if (line.startsWith(EmulatedRegionServers.WAL)) {
            wal = line.substring(EmulatedRegionServers.WAL.length());
            return;
        }
        try {
            last = JSON.readValue(line, RegionServersSaid.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("not understood: " + line, e);
        }
    }

    /**
     * How it is.
     *
     * @return what it said last, a second ago or so
     */
    public RegionServersSaid said() {
        return last;
    }

    /**
     * What writes ahead.
     *
     * @return the class of HBase; empty until a region has needed it
     */
    public String wal() {
        return wal;
    }

    /**
     * Sees to it that it lives.
     *
     * @throws IOException when it died
     */
    public void check() throws IOException {
        if (!jvm.alive()) {
            throw jvm.died();
        }
    }

    /**
     * Kills it as {@code kill -9} does, with all its RegionServers.
     *
     * @throws IOException when it is not gone after half a minute
     */
    public void kill() throws IOException {
        jvm.kill();
    }

    /**
     * Its process.
     *
     * @return the id
     */
    public long pid() {
        return jvm.pid();
    }

    /**
     * How many RegionServers it has.
     *
     * @return at least 1
     */
    public int nodes() {
        return options.nodesOf(number);
    }

    @Override
    public String toString() {
        return "region-servers-" + number;
    }
}
