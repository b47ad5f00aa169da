package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.wire.Inbound;
import org.underbase.exalt.wire.Link;
import org.underbase.exalt.wire.Outbound;

/**
 * Socket that may have frames. The connecting side sends frames if the peer is an emulated process. The accepting side detects frames by
 * the first bytes it reads, and answers in the same format; if it writes first, it sends no frames. Thread-safe for one reader and one
 * writer, as sockets are.
 */
final class Connection extends DescriptorEntry {
    private final Splitter splitter;
    private final Inbound in;
    /** Frame writer; null if there are no frames or that is undecided. */
    private volatile Outbound out;

    private volatile boolean decided;

    private Connection(FileDescriptor owner, Splitter splitter, Inbound in) {
        super(owner);
        this.splitter = splitter;
        this.in = in;
    }

    /** Creates a connection of the connecting side. */
    static Connection made(FileDescriptor owner, Splitter splitter, boolean emulated) {
        Connection made = new Connection(owner, splitter, emulated ? Inbound.unknown() : Inbound.plain());
        made.decide(emulated);
        return made;
    }

    /** Creates a connection of the accepting side. */
    static Connection accepted(FileDescriptor owner, Splitter splitter) {
        return new Connection(owner, splitter, Inbound.unknown());
    }

    private synchronized void decide(boolean frames) {
        if (!decided) {
            out = frames ? new Outbound(splitter) : null;
            decided = true;
        }
    }

    /** Returns whether neither direction has frames or will have them. */
    boolean isPlain() {
        return decided && out == null && in.isThrough();
    }

    /** Returns whether the connection writes frames; decides it if it is undecided. */
    boolean sendsFrames() {
        if (!decided) {
            decide(false);
        }
        return out != null;
    }

    boolean receivesFrames() {
        return in.mode() == Inbound.Mode.FRAMED;
    }

    int read(Link link, ByteBuffer into) throws IOException {
        int count = in.read(link, into);
        if (!decided && in.mode() != Inbound.Mode.UNKNOWN) {
            decide(in.mode() == Inbound.Mode.FRAMED);
        }
        return count;
    }

    long write(Link link, ByteBuffer... parts) throws IOException {
        return sendsFrames() ? out.write(link, parts) : plain(link, parts);
    }

    private static long plain(Link link, ByteBuffer... parts) throws IOException {
        long sum = 0;
        for (ByteBuffer part : parts) {
            if (!part.hasRemaining()) {
                continue;
            }
            int count = link.transfer(part);
            if (count < 0) {
                return sum == 0 ? count : sum;
            }
            sum += count;
            if (part.hasRemaining()) {
                break;
            }
        }
        return sum;
    }

    int available(int kernel) {
        return in.available(kernel);
    }
}
