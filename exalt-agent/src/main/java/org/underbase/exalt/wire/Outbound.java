package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Matcher;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.tardis.Tokens;
import org.underbase.exalt.tardis.Verify;

/**
 * Writer of one direction of a connection, in frames. If a non-blocking link does not accept a complete frame, the rest is kept and the
 * last byte is reported as not written. The caller repeats that byte when the link has room, and then the rest is sent. Not
 * thread-safe.
 */
public final class Outbound {
    /** Maximum number of bytes that are split in one step. */
    static final int STEP = 128 << 10;

    /** Minimum length of a framed run; a shorter run takes as many bytes as its frame. */
    private static final int SHORTEST_RUN = 32;

    private final Splitter splitter;
    private final Encoder encoder = new Encoder();
    /** Unsent rest of the frames; null if none exists. */
    private ByteBuffer sending;
    /** Bytes that are not in a frame yet. */
    private long taken;
    /** Whether the last accepted byte was reported as not written. */
    private boolean owed;

    /**
     * Creates the splitter that finds runs worth a frame.
     *
     * @param verify number of bytes to verify
     * @return splitter for any number of connections
     */
    public static Splitter splitter(Verify verify) {
        return new Splitter(new Matcher(verify), SHORTEST_RUN);
    }

    /**
     * Creates a writer at the start of a connection.
     *
     * @param splitter splitter that finds the runs
     */
    public Outbound(Splitter splitter) {
        this.splitter = splitter;
    }

    /**
     * Writes bytes.
     *
     * @param link the kernel's side of the connection
     * @param parts buffers from their positions to their limits, in order; the positions are undefined afterwards
     * @return number of accepted bytes, at least 1, or the link's result if there are none; 0 for no bytes only
     * @throws IOException if the link fails
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

    /** Accepts a number of bytes, and more if these end within a run. */
    private int take(ByteBuffer bytes, int count) {
        int end = bytes.position() + count;
        int[] more = new int[1];
        splitter.split(bytes, bytes.position(), end, new Tokens<RuntimeException>() {
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

    /** Returns the number of bytes that continue the run; each step is verified separately. */
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

    /** Returns whether the kernel has all accepted bytes. */
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
