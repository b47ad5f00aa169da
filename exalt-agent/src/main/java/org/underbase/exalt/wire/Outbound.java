package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
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
    static final int STEP = 128 << 10;

    /** A shorter one takes as much with what it parts as its bytes. */
    private static final int SHORTEST_RUN = 32;

    private final Splitter splitter;
    private final Encoder encoder = new Encoder();
    /** What is being sent; null where nothing is. */
    private ByteBuffer sending;
    /** Bytes that are in no frame that is being sent. */
    private long taken;
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
            int count = take(bytes, (int) Math.min(bytes.remaining(), STEP - taken));
            bytes.position(bytes.position() + count);
            done += count;
            if (taken >= STEP && !flush(link)) {
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

    /** Takes so many bytes, and more where these end within a run. */
    private int take(ByteBuffer bytes, int count) {
        int end = bytes.position() + count;
        int[] more = new int[1];
        splitter.split(bytes, bytes.position(), end, new Pieces<RuntimeException>() {
            @Override
            public void raw(int from, int length) {
                encoder.raw(bytes, from, length);
            }

            @Override
            public void run(int from, int length, Form form, int phase, int marker) {
                Run run = new Run(form, phase, marker, length);
                if (from + length == end) {
                    more[0] = more(bytes, end, run);
                    run = new Run(form, phase, marker, length + more[0]);
                }
                encoder.run(run);
            }
        });
        taken += count + more[0];
        return count + more[0];
    }

    /** How many bytes from there on go on as the run does, each step looked at as if it were alone. */
    private int more(ByteBuffer bytes, int end, Run run) {
        int at = end;
        Run before = run;
        while (at < bytes.limit()) {
            Run next = before.after(Math.min(STEP, bytes.limit() - at));
            int same = splitter.match(bytes, at, at + next.length(), next.form(), next.phase(), next.marker());
            at += same;
            if (same < next.length()) {
                break;
            }
            before = next;
        }
        return at - end;
    }

    /** Whether all that was taken is with the kernel. */
    private boolean flush(Link link) throws IOException {
        if (sending == null) {
            sending = encoder.take();
            taken = 0;
        }
        if (sending == null) {
            return true;
        }
        while (sending.hasRemaining()) {
            if (link.transfer(sending) == Link.UNAVAILABLE) {
                return false;
            }
        }
        Encoder.release(sending);
        sending = null;
        return true;
    }
}
