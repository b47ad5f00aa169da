package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.wire.Inbound;
import org.underbase.exalt.wire.Link;
import org.underbase.exalt.wire.Outbound;

/**
 * A socket that may have frames. Whoever connects to an emulated process sends frames; whoever was connected to looks what comes,
 * and answers in kind. One that speaks before it has heard anything sends none. Thread-safe as sockets are: for one reader and one
 * writer at a time.
 */
final class Connection extends Owned {
    private final Splitter splitter;
    private final Inbound in;
    /** Null where there are no frames, which it is decided on before. */
    private volatile Outbound out;

    private volatile boolean decided;

    private Connection(FileDescriptor owner, Splitter splitter, Inbound in) {
        super(owner);
        this.splitter = splitter;
        this.in = in;
    }

    /** Of who connected to an emulated process, or to any other. */
    static Connection made(FileDescriptor owner, Splitter splitter, boolean emulated) {
        Connection made = new Connection(owner, splitter, emulated ? Inbound.unknown() : Inbound.plain());
        made.decide(emulated);
        return made;
    }

    /** Of who was connected to. */
    static Connection accepted(FileDescriptor owner, Splitter splitter) {
        return new Connection(owner, splitter, Inbound.unknown());
    }

    private synchronized void decide(boolean frames) {
        if (!decided) {
            out = frames ? new Outbound(splitter) : null;
            decided = true;
        }
    }

    /** Whether neither direction has frames, nor ever will. */
    boolean isPlain() {
        return decided && out == null && in.isThrough();
    }

    /** Whether it writes frames; decided now where it was not. */
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
