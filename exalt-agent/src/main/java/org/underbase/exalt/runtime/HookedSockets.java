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
 * What the methods of the JDK that read and write sockets call, below channels, streams and selectors. Each looks with {@link #of}
 * whether its socket has frames, and goes on as ever where that is null.
 */
public final class HookedSockets {
    private static final int VECTOR = 2 * Long.BYTES;

    private static volatile Internals internals;
    private static volatile Connections connections;

    private HookedSockets() {}

    /**
     * Frames what is sent between emulated processes from now on.
     *
     * @param inside of this JDK
     * @param splitter finds what takes no room
     * @param registry where emulated processes say where they listen
     * @throws IOException when it cannot be written
     */
    static Connections start(Internals inside, Splitter splitter, Path registry) throws IOException {
        internals = inside;
        Connections all = new Connections(inside, splitter, new Peers(inside, registry));
        connections = all;
        return all;
    }

    /** The connection of a socket that has frames, or may have; null for all others. */
    public static Object of(FileDescriptor descriptor) {
        Connections all = connections;
        return all == null || descriptor == null ? null : all.of(descriptor);
    }

    /** Whether the kernel must not send from a file to a channel, for it is one with frames. */
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

    /** The same where nobody knows the address. */
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

    /** Into the first of the buffers alone that there is room in: more of it may not have come. */
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

    /** What a socket can be read at once, where the kernel has so much. */
    public static int available(FileDescriptor descriptor, int kernel) {
        Object found = of(descriptor);
        return found == null ? kernel : ((Connection) found).available(kernel);
    }
}
