package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.underbase.exalt.tardis.Splitter;

/**
 * Methods that the hooked methods of the JDK call for sockets, below channels, streams and selectors. A hooked method calls {@link #of}
 * to find a socket with frames, and runs its stock body if that returns null.
 */
public final class HookedSockets {
    private static final int VECTOR = 2 * Long.BYTES;

    private static volatile Internals internals;
    private static volatile Connections connections;

    private HookedSockets() {}

    /**
     * Starts to frame the traffic between emulated processes.
     *
     * @param members internal members of this JDK
     * @param splitter splitter that finds the runs
     * @param registry directory in which emulated processes register their listening sockets
     * @throws IOException if the directory is not writable
     */
    static Connections start(Internals members, Splitter splitter, Path registry) throws IOException {
        internals = members;
        Connections all = new Connections(members, splitter, new Peers(members, registry));
        connections = all;
        return all;
    }

    /** Finds the connection of a socket that has frames or may have them; null for all other sockets. */
    public static Object of(FileDescriptor descriptor) {
        Connections all = connections;
        return all == null || descriptor == null ? null : all.of(descriptor);
    }

    /** Returns whether the kernel must not send a file to a channel, because the channel has frames. */
    static boolean sendsFrames(Object channel) {
        if (connections == null || !(channel instanceof SocketChannel)) {
            return false;
        }
        Object found = of(internals.socket(channel));
        return found != null && ((Connection) found).sendsFrames();
    }

    public static void connecting(FileDescriptor descriptor, InetAddress address, int port) throws IOException {
        Connections all = connections;
        if (all != null) {
            all.connecting(descriptor, address, port);
        }
    }

    public static void listening(FileDescriptor descriptor, SocketAddress local) throws IOException {
        Connections all = connections;
        if (all != null && local instanceof InetSocketAddress address) {
            all.listening(descriptor, address);
        }
    }

    /** Registers a connecting socket whose address is unknown. */
    public static void listening(FileDescriptor descriptor) throws IOException {
        if (connections != null) {
            listening(descriptor, internals.localAddress(descriptor));
        }
    }

    public static void closed(FileDescriptor descriptor) throws IOException {
        Connections all = connections;
        if (all != null) {
            all.closed(descriptor);
        }
    }

    public static int read(Object connection, FileDescriptor descriptor, long address, int length) throws IOException {
        return connections.read((Connection) connection, descriptor, internals.buffer(address, length));
    }

    /** Reads into the first buffer with remaining space only: more bytes may not have arrived. */
    public static long readVector(Object connection, FileDescriptor descriptor, long vector, int count)
            throws IOException {
        for (ByteBuffer each : vector(vector, count)) {
            if (each.hasRemaining()) {
                return connections.read((Connection) connection, descriptor, each);
            }
        }
        return 0;
    }

    public static int write(Object connection, FileDescriptor descriptor, long address, int length) throws IOException {
        return (int) connections.write((Connection) connection, descriptor, internals.buffer(address, length));
    }

    public static long writeVector(Object connection, FileDescriptor descriptor, long vector, int count)
            throws IOException {
        return connections.write((Connection) connection, descriptor, vector(vector, count));
    }

    private static ByteBuffer[] vector(long address, int count) {
        ByteBuffer each = internals.buffer(address, count * VECTOR).order(ByteOrder.nativeOrder());
        ByteBuffer[] all = new ByteBuffer[count];
        for (int i = 0; i < count; i++) {
            long at = each.getLong();
            all[i] = internals.buffer(at, (int) each.getLong());
        }
        return all;
    }

    /** Returns the number of bytes that are readable without blocking, given the kernel's number. */
    public static int available(FileDescriptor descriptor, int kernel) {
        Object found = of(descriptor);
        return found == null ? kernel : ((Connection) found).available(kernel);
    }
}
