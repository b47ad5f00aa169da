package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.MalformedException;

/**
 * Reader of one direction of a connection. The first bytes show whether the direction has frames; otherwise all bytes pass unchanged.
 * The reader never reads beyond the current frame. It leaves the last byte of a run in the kernel until the run is read completely, so
 * that readiness queries to the kernel are correct or at worst spuriously positive. Not thread-safe.
 */
public final class Inbound {
    /** Whether the direction has frames. */
    public enum Mode {
        /** Unknown until the preamble is read. */
        UNKNOWN,
        /** No frames. */
        PLAIN,
        /** Frames. */
        FRAMED
    }

    private volatile Mode mode;
    private final ByteBuffer head = ByteBuffer.allocate(Frame.LONGEST);
    /** Bytes that were read as a possible preamble and not delivered yet. */
    private boolean givingBack;

    private int rawLeft;
    /** Current or last run; null before the first. */
    private Run run;
    /** Number of undelivered bytes of the run. */
    private int runLeft;
    /** Binary logarithm of the chunk size of the run, or of the last checksums; 0 before the first. */
    private int chunk;
    /** Checksums before the run; used while {@link #sumsLeft} is not 0. */
    private ChunkChecksums sums;
    /** Number of undelivered bytes of the checksums. */
    private int sumsLeft;
    /** First error, after which nothing can be decoded; null if none occurred. */
    private MalformedException failed;
    /** Whether the last byte of a run is still in the kernel. */
    private boolean lastDue;

    private Inbound(Mode mode) {
        this.mode = mode;
    }

    /**
     * Creates a reader that detects frames by the first bytes.
     *
     * @return the reader
     */
    public static Inbound unknown() {
        return new Inbound(Mode.UNKNOWN);
    }

    /**
     * Creates a reader for a peer without frames.
     *
     * @return the reader
     */
    public static Inbound plain() {
        return new Inbound(Mode.PLAIN);
    }

    /**
     * Returns whether the direction has frames. Thread-safe.
     *
     * @return the current state
     */
    public Mode mode() {
        return mode;
    }

    /**
     * Returns whether all further bytes pass unchanged, without a buffer. Thread-safe.
     *
     * @return whether that is so; never changes back to false
     */
    public boolean isThrough() {
        return mode == Mode.PLAIN && !givingBack;
    }

    /**
     * Reads bytes.
     *
     * @param link the kernel's side of the connection
     * @param into buffer to fill from its position to its limit; the position advances
     * @return number of bytes, or the link's result if there are none; 0 for an empty buffer only
     * @throws MalformedException if a frame is malformed; all later calls fail, too
     * @throws IOException if the link fails
     */
    public int read(Link link, ByteBuffer into) throws IOException {
        if (failed != null) {
            throw new MalformedException(failed.getMessage());
        }
        try {
            return wellFormed(link, into);
        } catch (MalformedException e) {
            failed = e;
            throw e;
        }
    }

    private int wellFormed(Link link, ByteBuffer into) throws IOException {
        if (!into.hasRemaining()) {
            return 0;
        }
        if (mode == Mode.UNKNOWN) {
            int result = begin(link);
            if (result < 0) {
                return result;
            }
        }
        if (mode == Mode.PLAIN) {
            return givingBack ? giveBack(into) : link.transfer(into);
        }
        while (true) {
            if (sumsLeft > 0) {
                return sums(into);
            }
            if (runLeft > 0) {
                return expand(into);
            }
            if (rawLeft > 0) {
                return raw(link, into);
            }
            int result = next(link);
            if (result < 0) {
                return result;
            }
        }
    }

    /**
     * Returns a lower bound of the number of bytes that are readable without blocking; 1 between frames if the kernel has data.
     *
     * @param kernel number of bytes in the kernel
     * @return number of bytes; 0 if there may be none
     */
    public int available(int kernel) {
        if (mode == Mode.PLAIN) {
            return givingBack ? head.remaining() + kernel : kernel;
        }
        if (runLeft > 0) {
            return (int) Math.min(Integer.MAX_VALUE, (long) sumsLeft + runLeft);
        }
        if (rawLeft > 0) {
            return Math.min(rawLeft, kernel);
        }
        return Math.max(0, Math.min(1, kernel - (lastDue && head.position() == 0 ? 1 : 0)));
    }

    private int begin(Link link) throws IOException {
        while (head.position() < Frame.BEGIN_LENGTH) {
            int at = head.position();
            head.limit(Frame.BEGIN_LENGTH);
            int result = link.transfer(head);
            if (result == Link.END && at > 0) {
                becomePlain();
                return 0;
            }
            if (result < 0) {
                return result;
            }
            for (int i = at; i < head.position(); i++) {
                if (head.get(i) != Frame.beginAt(i)) {
                    if (i == Frame.BEGIN_LENGTH - 1) {
                        throw new MalformedException("unsupported frame version " + head.get(i) + ", expected "
                                + Frame.beginAt(i) + ": use the same exalt-agent.jar on both sides");
                    }
                    becomePlain();
                    return 0;
                }
            }
        }
        head.clear();
        mode = Mode.FRAMED;
        return 0;
    }

    private void becomePlain() {
        head.flip();
        givingBack = true;
        mode = Mode.PLAIN;
    }

    private int giveBack(ByteBuffer into) {
        int count = Math.min(into.remaining(), head.remaining());
        into.put(into.position(), head, head.position(), count);
        into.position(into.position() + count);
        head.position(head.position() + count);
        givingBack = head.hasRemaining();
        return count;
    }

    private int sums(ByteBuffer into) {
        int count = Math.min(into.remaining(), sumsLeft);
        sums.put(into, sums.length() - sumsLeft, count);
        sumsLeft -= count;
        return count;
    }

    private int expand(ByteBuffer into) {
        int count = Math.min(into.remaining(), runLeft);
        run.expand(run.length() - runLeft, into, count);
        runLeft -= count;
        return count;
    }

    private int raw(Link link, ByteBuffer into) throws IOException {
        int limit = into.limit();
        into.limit(into.position() + Math.min(into.remaining(), rawLeft));
        try {
            int result = link.transfer(into);
            if (result > 0) {
                rawLeft -= result;
            }
            return result;
        } finally {
            into.limit(limit);
        }
    }

    /** Reads the head of the next frame; returns a negative result if the link does not have it yet. */
    private int next(Link link) throws IOException {
        int before = lastDue ? 1 : 0;
        int result = fill(link, before + 1);
        if (result < 0) {
            return result;
        }
        int type = head.get(before);
        if (!Frame.isType(type)) {
            throw new MalformedException("invalid frame type " + type);
        }
        result = fill(link, before + 1 + Frame.restOf(type));
        if (result < 0) {
            return result;
        }
        head.position(before + 1);
        if (Frame.isRun(type)) {
            Run next = run(type);
            ChunkChecksums itsSums = Frame.has(type, Frame.SUMMED) ? ChunkChecksums.of(next, chunk) : null;
            run = next;
            runLeft = run.length();
            sums = itsSums;
            sumsLeft = itsSums == null ? 0 : itsSums.length();
        } else {
            rawLeft = type == Frame.FEW ? Byte.toUnsignedInt(head.get()) + 1 : length();
        }
        lastDue = Frame.isRun(type);
        head.clear();
        return 0;
    }

    private int length() throws MalformedException {
        int length = head.getInt();
        if (length <= 0) {
            throw new MalformedException("invalid frame length " + length);
        }
        return length;
    }

    private int fill(Link link, int wanted) throws IOException {
        head.limit(Math.max(wanted, head.position()));
        while (head.hasRemaining()) {
            int result = link.transfer(head);
            if (result < 0) {
                return result;
            }
        }
        return 0;
    }

    private Run run(int type) throws MalformedException {
        boolean sameSize = Frame.has(type, Frame.SAME_SIZE);
        if (run == null && (sameSize || Frame.has(type, Frame.CONTINUED))) {
            throw new MalformedException("frame of type " + type + " without a previous run");
        }
        int length = sameSize ? run.length() : length();
        if (Frame.has(type, Frame.SUMMED)) {
            chunk = sameSize ? chunk : head.get();
            if (chunk < Frame.LEAST_CHUNK || chunk > Frame.MOST_CHUNK) {
                throw new MalformedException("invalid chunk size 2^" + chunk);
            }
            if (length > ChunkChecksums.LONGEST_RUN) {
                throw new MalformedException("invalid frame length " + length + " with checksums");
            }
        }
        if (Frame.has(type, Frame.CONTINUED)) {
            if (run.form().code() != Frame.form(type)) {
                throw new MalformedException("frame of type " + type + " after a run of another form");
            }
            return run.after(length);
        }
        byte[] hash = new byte[Frame.isHashed(type) ? Form.HASH_LENGTH : 0];
        head.get(hash);
        Form form = Form.of(Frame.form(type), hash);
        int phase = head.get();
        if (phase < 0 || phase >= form.unit()) {
            throw new MalformedException("invalid phase " + phase);
        }
        return new Run(form, phase, head.getInt(), length);
    }
}
