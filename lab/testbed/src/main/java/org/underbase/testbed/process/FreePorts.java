package org.underbase.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports below the range that the kernel uses for outgoing connections, so that a daemon finds its port free after a
 * restart. A port that was selected is reserved until this JVM exits: no other JVM selects it while its daemon starts or is
 * stopped.
 */
public final class FreePorts {
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 65_535;
    private static final int TRIES = 1_000;
    /** Maximum number of reservations; a new one ends the oldest. */
    private static final int RESERVED_MAX = 500;

    /** Reservations: sockets of UDP, which daemons do not use, with the same port numbers. */
    private static final Queue<DatagramSocket> RESERVED = new ArrayDeque<>();

    private FreePorts() {}

    /**
     * Returns a free port of the loopback interface and reserves it.
     *
     * @param except ports that must not be returned
     * @throws IOException if none was found
     */
    public static int find(Set<Integer> except) throws IOException {
        return find(InetAddress.getLoopbackAddress(), except)
                .orElseThrow(() -> new IOException("no free port found on the loopback interface"));
    }

    /**
     * Finds a free port and reserves it.
     *
     * @param address address to listen on
     * @param except ports that must not be returned
     * @return a port, or nothing if none was found
     * @throws IOException if the kernel's settings cannot be read
     */
    public static OptionalInt find(InetAddress address, Set<Integer> except) throws IOException {
        return ThreadLocalRandom.current()
                .ints(TRIES, LOWEST, firstEphemeral())
                .filter(port -> !except.contains(port) && isFree(address, port) && reserve(port))
                .findFirst();
    }

    /** Reserves a port, unless a JVM has reserved it. */
    static synchronized boolean reserve(int port) {
        try {
            RESERVED.add(new DatagramSocket(port, InetAddress.getLoopbackAddress()));
        } catch (SocketException e) {
            return false;
        }
        if (RESERVED.size() > RESERVED_MAX) {
            RESERVED.remove().close();
        }
        return true;
    }

    /** Returns whether a daemon could listen on a port now. */
    public static boolean isFree(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the first port that the kernel may use for outgoing connections. */
    private static int firstEphemeral() throws IOException {
        Path file = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        if (!Files.exists(file)) {
            return HIGHEST;
        }
        String range;
        try (InputStream in = Files.newInputStream(file)) {
            // One read: a second read of a sysctl file returns its end.
            byte[] buffer = new byte[64];
            int length = Math.max(0, in.read(buffer));
            range = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        }
        int first = Integer.parseInt(range.strip().split("\\s+", -1)[0]);
        // Nearly all ports are for outgoing connections: share them.
        return first > LOWEST + 2 * TRIES ? first : HIGHEST;
    }
}
