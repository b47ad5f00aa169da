package org.underbase.testbed.network;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.daemon.NodeSocketFactory;

/** Node on its loopback address. */
record LoopbackHost(String name, String address) implements Host {
    @Override
    public boolean reachable() {
        return true;
    }

    @Override
    public boolean ownPorts() {
        return false;
    }

    @Override
    public List<String> onHost(List<String> command) {
        return command;
    }

    /**
     * Binds sockets to the node's address. Otherwise the source address of connections to 127.x.y.z is 127.0.0.1, and the
     * NameNode derives the address of DataNodes and writers from it.
     */
    @Override
    public Map<String, String> settings() {
        return Map.of(
                "hadoop.rpc.socket.factory.class.default",
                NodeSocketFactory.class.getName(),
                NodeSocketFactory.ADDRESS_KEY,
                address);
    }

    /** Stops the JVM from asking a name server for loopback addresses, which takes seconds if there is no name server. */
    @Override
    public List<String> javaOptions(Path directory) throws IOException {
        Path hosts = directory.resolve("hosts");
        if (!Files.exists(hosts)) {
            String own = InetAddress.getLocalHost().getHostName();
            Files.writeString(hosts, "127.0.0.1 localhost " + own + "\n");
        }
        return List.of("-Djdk.net.hosts.file=" + hosts);
    }

    @Override
    public byte[] exchange(int port, byte[] request, Duration limit) throws IOException {
        try (Socket socket = new Socket()) {
            int millis = Math.toIntExact(limit.toMillis());
            socket.connect(new InetSocketAddress(address, port), millis);
            socket.setSoTimeout(millis);
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            return socket.getInputStream().readAllBytes();
        }
    }

    @Override
    public LinkBytes linkBytes() {
        throw unsupported();
    }

    @Override
    public void cutLink() {
        throw unsupported();
    }

    @Override
    public void healLink() {
        throw unsupported();
    }

    @Override
    public void cutFrom(Host other) {
        throw unsupported();
    }

    @Override
    public void healFrom(Host other) {
        throw unsupported();
    }

    @Override
    public void rate(Rate rate) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("nodes on loopback have no links: use Network.namespaces()");
    }
}
