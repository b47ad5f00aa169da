package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Matcher;
import org.underbase.exalt.tardis.Pieces;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.tardis.Verify;

/**
 * The direction of a connection that is written, in frames. What a link that does not block leaves of a frame is kept, and the writer is
 * told that the last byte was not taken: it comes with that byte again when the link has room, which is when the rest goes on. For one
 * thread at a time.
 */
public final class Outbound {
    /** Bytes that are split at once. */
    private static final int STEP = 128 << 10;
    /** A frame takes no more beside its bytes, the beginning of all included. */
    private static final int ROOM = STEP + 64;

    /** A shorter one takes as much with what it parts as its bytes. */
    private static final int SHORTEST_RUN = 32;

    private static final int BUFFERS = 64;
    private static final ConcurrentLinkedDeque<ByteBuffer> FREE = new ConcurrentLinkedDeque<>();

    private final Splitter splitter;
    private boolean begun;
    /** What is to be sent; null where nothing is. */
    private ByteBuffer frames;

    private int taken;
    /** Whether the last byte that was taken is one that the writer was told was not. */
    private boolean owed;

    /**
     * What finds the runs that are worth a frame.
     *
     * @param verify how closely it looks
     * @return for any number of connections
     */
    public static Splitter splitter(Verify verify) {
        return new Splitter(new Matcher(verify), SHORTEST_RUN);
    }

    /**
     * One that has sent nothing.
     *
     * @param splitter finds what takes no room
     */
    public Outbound(Splitter splitter) {
        this.splitter = splitter;
    }

    /**
     * Writes.
     *
     * @param link what the kernel has
     * @param parts from their positions to their limits, one after the other; the positions mean nothing afterwards
     * @return how many bytes were taken, at least one, or what the link said where there is none; 0 for no bytes alone
     * @throws IOException when the link fails
     */
    public long write(Link link, ByteBuffer... parts) throws IOException {
        int part = next(parts, 0);
        if (part == parts.length) {
            return 0;
        }
        if (!flush(link)) {
            return Link.UNAVAILABLE;
        }
        long done = 0;
        if (owed) {
            parts[part].position(parts[part].position() + 1);
            owed = false;
            done = 1;
        }
        for (part = next(parts, part); part < parts.length; part = next(parts, part)) {
            ByteBuffer bytes = parts[part];
            int count = Math.min(bytes.remaining(), STEP - taken);
            take(bytes, count);
            bytes.position(bytes.position() + count);
            done += count;
            if (taken == STEP && !flush(link)) {
                return owing(done);
            }
        }
        return flush(link) ? done : owing(done);
    }

    private static int next(ByteBuffer[] parts, int from) {
        int part = from;
        while (part < parts.length && !parts[part].hasRemaining()) {
            part++;
        }
        return part;
    }

    private long owing(long done) {
        owed = true;
        return done == 1 ? Link.UNAVAILABLE : done - 1;
    }

    private void take(ByteBuffer bytes, int count) {
        if (frames == null) {
            ByteBuffer free = FREE.poll();
            frames = free == null ? ByteBuffer.allocateDirect(ROOM) : free.clear();
        }
        if (!begun) {
            for (int i = 0; i < Frame.BEGIN_LENGTH; i++) {
                frames.put(Frame.beginAt(i));
            }
            begun = true;
        }
        taken += count;
        splitter.split(bytes, bytes.position(), bytes.position() + count, new Pieces<RuntimeException>() {
            @Override
            public void raw(int from, int length) {
                room(Frame.HEAD + length);
                frames.put((byte) Frame.RAW).putInt(length).put(frames.position(), bytes, from, length);
                frames.position(frames.position() + length);
            }

            @Override
            public void run(int from, int length, Form form, int phase, int marker) {
                room(Frame.LONGEST + 1);
                int type = Frame.type(form);
                frames.put((byte) type).putInt(length);
                if (Frame.isHashed(type)) {
                    frames.put(form.hash());
                }
                frames.put((byte) phase).putInt(marker).put(Frame.LAST);
            }
        });
    }

    /** Many parts may be small, each with its frame. */
    private void room(int wanted) {
        if (frames.remaining() < wanted) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(2 * frames.capacity(), frames.position() + wanted));
            frames = larger.put(frames.flip());
        }
    }

    /** Whether all that was taken is with the kernel. */
    private boolean flush(Link link) throws IOException {
        if (frames == null) {
            return true;
        }
        if (taken > 0) {
            frames.flip();
            taken = 0;
        }
        while (frames.hasRemaining()) {
            if (link.transfer(frames) == Link.UNAVAILABLE) {
                return false;
            }
        }
        if (frames.capacity() == ROOM && FREE.size() < BUFFERS) {
            FREE.push(frames);
        }
        frames = null;
        return true;
    }
}
