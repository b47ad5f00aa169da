package org.underbase.testbed.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.process.Command;

/**
 * Node in a network namespace.
 *
 * @param name name of the node
 * @param namespace network namespace of the node
 * @param ip address of the node
 * @param switchNamespace network namespace of the switch
 * @param port interface of the switch that is connected to the node
 */
record NamespaceHost(String name, String namespace, String ip, String switchNamespace, String port) implements Host {
    /** Sets the host name, too, because JVMs read it. The shell executes the command in its process, which keeps the pid. */
    private static final String ENTER = "echo \"$0\" > /proc/sys/kernel/hostname; exec \"$@\"";

    private static final String EXCHANGE = "exec 3<>/dev/tcp/\"$0\"/\"$1\" || exit 7; cat >&3; exec cat <&3";

    /** Unused hardware address: frames to it are lost. */
    private static final String NOWHERE = "02:00:00:00:00:01";

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String address() {
        return name;
    }

    @Override
    public boolean reachable() {
        return false;
    }

    @Override
    public boolean ownPorts() {
        return true;
    }

    @Override
    public List<String> onHost(List<String> command) {
        List<String> words =
                new ArrayList<>(List.of("ip", "netns", "exec", namespace, "unshare", "--uts", "sh", "-c", ENTER, name));
        words.addAll(command);
        return words;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    @Override
    public List<String> javaOptions(Path directory) {
        return List.of();
    }

    @Override
    public byte[] exchange(int remotePort, byte[] request, Duration limit) throws IOException {
        return Command.of(onHost(List.of("bash", "-c", EXCHANGE, ip, Integer.toString(remotePort))))
                .input(request)
                .limit(limit)
                .runForBytes();
    }

    @Override
    public LinkBytes linkBytes() throws IOException {
        String json = Command.of("ip", "-n", namespace, "-s", "-j", "link", "show", "dev", "eth0")
                .run()
                .orThrow()
                .out();
        JsonNode counters = JSON.readTree(json).path(0).path("stats64");
        return new LinkBytes(
                counters.path("rx").path("bytes").longValue(),
                counters.path("tx").path("bytes").longValue());
    }

    @Override
    public void cutLink() throws IOException {
        NamespaceNetwork.ip(switchNamespace, "link set " + port + " down");
    }

    @Override
    public void healLink() throws IOException {
        NamespaceNetwork.ip(switchNamespace, "link set " + port + " up");
    }

    @Override
    public void cutFrom(Host other) throws IOException {
        NamespaceHost that = (NamespaceHost) other;
        dropTo(that);
        that.dropTo(this);
    }

    private void dropTo(NamespaceHost that) throws IOException {
        NamespaceNetwork.ip(namespace, "neigh replace " + that.ip + " lladdr " + NOWHERE + " nud permanent dev eth0");
    }

    @Override
    public void healFrom(Host other) throws IOException {
        NamespaceHost that = (NamespaceHost) other;
        NamespaceNetwork.ip(namespace, "neigh del " + that.ip + " dev eth0");
        NamespaceNetwork.ip(that.namespace, "neigh del " + ip + " dev eth0");
    }

    @Override
    public void rate(Rate rate) throws IOException {
        Shaping.limit(namespace, "eth0", rate);
        Shaping.limit(switchNamespace, port, rate);
    }
}
