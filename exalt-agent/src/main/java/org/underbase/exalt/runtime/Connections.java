package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.wire.Link;

/** Sockets of this process. Connections between emulated processes have frames, others have none. Thread-safe. */
final class Connections {
    private final Internals internals;
    private final Splitter splitter;
    private final Peers peers;
    private final DescriptorTable<Connection> connections = new DescriptorTable<>();
    private final DescriptorTable<Listener> listeners = new DescriptorTable<>();

    /** Number of connections that this process opened with frames. */
    final LongAdder framed = new LongAdder();
    /** Traffic of connections with frames. */
    final Traffic traffic = new Traffic("sockets");

    Connections(Internals internals, Splitter splitter, Peers peers) {
        this.internals = internals;
        this.splitter = splitter;
        this.peers = peers;
    }

    /** Finds the connection of a descriptor; null if it has no frames. */
    Connection of(FileDescriptor descriptor) {
        int number = internals.number(descriptor);
        if (number < 0) {
            return null;
        }
        Connection found = connections.get(descriptor, number);
        if (found == null) {
            found = connections.get(descriptor, number, () -> Connection.accepted(descriptor, splitter));
        }
        return found.isPlain() ? null : found;
    }

    /** Registers a socket that is about to connect. */
    void connecting(FileDescriptor descriptor, InetAddress address, int port) throws IOException {
        boolean emulated = peers.isEmulated(address, port);
        if (emulated) {
            framed.increment();
        }
        connections.put(internals.number(descriptor), Connection.made(descriptor, splitter, emulated));
    }

    /** Registers a socket that started to listen. */
    void listening(FileDescriptor descriptor, InetSocketAddress local) throws IOException {
        listeners.put(internals.number(descriptor), new Listener(descriptor, local));
        peers.listening(local);
    }

    /** Unregisters a socket that is about to be closed. */
    void closed(FileDescriptor descriptor) throws IOException {
        int number = internals.number(descriptor);
        Connection connection = connections.remove(descriptor, number);
        if (connection != null && !connection.isPlain()) {
            traffic.warn();
        }
        if (listeners.get(descriptor, number) != null) {
            Listener closed = listeners.remove(descriptor, number);
            if (closed != null) {
                peers.closed(closed.local);
            }
        }
    }

    /** Creates the connection of an accepted socket. */
    private static final class Listener extends DescriptorEntry {
        private final InetSocketAddress local;

        Listener(FileDescriptor owner, InetSocketAddress local) {
            super(owner);
            this.local = local;
        }
    }

    int read(Connection connection, FileDescriptor descriptor, ByteBuffer into) throws IOException {
        int[] below = new int[1];
        Link link = bytes -> {
            int count = internals.receive(descriptor, bytes);
            below[0] += Math.max(0, count);
            return count;
        };
        int count = connection.read(link, into);
        if (connection.receivesFrames()) {
            traffic.read.add(Math.max(0, count));
            traffic.readBelow.add(below[0]);
        }
        return count;
    }

    long write(Connection connection, FileDescriptor descriptor, ByteBuffer... parts) throws IOException {
        Link link = bytes -> Traffic.count(internals.send(descriptor, bytes), traffic.writtenBelow);
        long count = connection.write(link, parts);
        if (count > 0) {
            traffic.written.add(count);
        }
        return count;
    }

    /** Removes this process from the registry. */
    void leave() throws IOException {
        peers.leave();
    }
}
