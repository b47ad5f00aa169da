package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.MalformedException;

/**
 * The direction of a connection that is read. Its first bytes tell whether it has frames; where it has none, each byte comes as it
 * is. It never reads beyond the frame that it is in, and leaves a run's last byte with the kernel as long as there is more of the
 * run: whoever asks the kernel whether there is something to read hears the truth, or once too often, and then reads nothing. For one thread at a
 * time.
 */
public final class Inbound {
    /** Whether it has frames. */
    public enum Mode {
        /** It is not known yet. */
        UNKNOWN,
        /** It has none. */
        PLAIN,
        /** It has. */
        FRAMED
    }

    private volatile Mode mode;
    private final ByteBuffer head = ByteBuffer.allocate(Frame.LONGEST);
    /** Bytes of the beginning that turned out to be none, and were not read yet. */
    private boolean givingBack;

    private int rawLeft;
    /** The one that is read, or was last; null before the first. */
    private Run run;
    /** Of the run. */
    private int runLeft;
    /** The power of two that its chunks are large, or those of the last that had sums; 0 before the first. */
    private int chunk;
    /** What comes before the run; looked at while {@link #sumsLeft} is not 0. */
    private Sums sums;
    /** Of the sums. */
    private int sumsLeft;
    /** What was found to be no frame: nothing behind it can be told. Null where all was well. */
    private MalformedException failed;
    /** Whether the last byte of a run is still with the kernel. */
    private boolean lastDue;

    private Inbound(Mode mode) {
        this.mode = mode;
    }

    /**
     * One whose first bytes tell what it is.
     *
     * @return it
     */
    public static Inbound unknown() {
        return new Inbound(Mode.UNKNOWN);
    }

    /**
     * One of somebody who knows nothing of frames.
     *
     * @return it
     */
    public static Inbound plain() {
        return new Inbound(Mode.PLAIN);
    }

    /**
     * Whether it has frames. May be asked by any thread.
     *
     * @return what is known
     */
    public Mode mode() {
        return mode;
    }

    /**
     * Whether each byte comes as it is from now on, and none is held. May be asked by any thread.
     *
     * @return true, and then for ever
     */
    public boolean isThrough() {
        return mode == Mode.PLAIN && !givingBack;
    }

    /**
     * Reads.
     *
     * @param link what the kernel has
     * @param into takes bytes from its position to its limit; the position moves
     * @return how many, or what the link said where there is none; 0 for an empty buffer alone
     * @throws MalformedException where it has frames, and one is none; from then on always
     * @throws IOException when the link fails
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
     * How many bytes can be read at once, at least. Between frames one, where the kernel has anything of the next.
     *
     * @param kernel how many the kernel has
     * @return 0 where there may be none
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
                        throw new MalformedException("frames of version " + head.get(i) + ", and not "
                                + Frame.beginAt(i) + ": another exalt-agent.jar is on the other side");
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

    /** Reads the beginning of the next frame; negative where the link does not have it yet. */
    private int next(Link link) throws IOException {
        int before = lastDue ? 1 : 0;
        int result = fill(link, before + 1);
        if (result < 0) {
            return result;
        }
        int type = head.get(before);
        if (!Frame.isType(type)) {
            throw new MalformedException("a frame of type " + type);
        }
        result = fill(link, before + 1 + Frame.restOf(type));
        if (result < 0) {
            return result;
        }
        head.position(before + 1);
        if (Frame.isRun(type)) {
            Run next = run(type);
            Sums itsSums = Frame.has(type, Frame.SUMMED) ? Sums.of(next, chunk) : null;
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
            throw new MalformedException("a frame of " + length + " bytes");
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
        boolean alike = Frame.has(type, Frame.ALIKE);
        if (run == null && (alike || Frame.has(type, Frame.ON))) {
            throw new MalformedException("a frame of type " + type + " with no run before it");
        }
        int length = alike ? run.length() : length();
        if (Frame.has(type, Frame.SUMMED)) {
            chunk = alike ? chunk : head.get();
            if (chunk < Frame.LEAST_CHUNK || chunk > Frame.MOST_CHUNK) {
                throw new MalformedException("a frame of chunks of 2^" + chunk + " bytes");
            }
            if (length > Sums.LONGEST_RUN) {
                throw new MalformedException("a frame of " + length + " bytes with sums");
            }
        }
        if (Frame.has(type, Frame.ON)) {
            if (run.form().code() != Frame.form(type)) {
                throw new MalformedException("a frame of type " + type + " behind a run of another form");
            }
            return run.after(length);
        }
        byte[] hash = new byte[Frame.isHashed(type) ? Form.HASH_LENGTH : 0];
        head.get(hash);
        Form form = Form.of(Frame.form(type), hash);
        int phase = head.get();
        if (phase < 0 || phase >= form.unit()) {
            throw new MalformedException("a run from byte " + phase + " of a unit on");
        }
        return new Run(form, phase, head.getInt(), length);
    }
}
