package org.underbase.exalt.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.MalformedException;
import org.underbase.exalt.tardis.Tardis;

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

    private long rawLeft;
    private int runLeft;
    private Form form;
    private int phase;
    private int marker;
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
     * @throws MalformedException where it has frames, and one is none
     * @throws IOException when the link fails
     */
    public int read(Link link, ByteBuffer into) throws IOException {
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
            return runLeft;
        }
        if (rawLeft > 0) {
            return (int) Math.min(rawLeft, kernel);
        }
        return Math.min(1, kernel - (lastDue && head.position() == 0 ? 1 : 0));
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

    private int expand(ByteBuffer into) {
        int count = Math.min(into.remaining(), runLeft);
        Tardis.expand(form, phase, marker, into, into.position(), count);
        into.position(into.position() + count);
        marker = Tardis.markerAfter(form, phase, marker, count);
        phase = (phase + count) % form.unit();
        runLeft -= count;
        return count;
    }

    private int raw(Link link, ByteBuffer into) throws IOException {
        int limit = into.limit();
        into.limit((int) Math.min(limit, into.position() + rawLeft));
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
        int result = fill(link, before + Frame.HEAD);
        if (result < 0) {
            return result;
        }
        int type = head.get(before);
        int length = head.getInt(before + 1);
        if (!Frame.isType(type) || length <= 0) {
            throw new MalformedException("a frame of type " + type + " and " + length + " bytes");
        }
        result = fill(link, before + Frame.headOf(type));
        if (result < 0) {
            return result;
        }
        if (type == Frame.RAW) {
            rawLeft = length;
        } else {
            run(type, length, head.position(before + Frame.HEAD));
        }
        lastDue = type != Frame.RAW;
        head.clear();
        return 0;
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

    private void run(int type, int length, ByteBuffer rest) throws MalformedException {
        byte[] hash = new byte[Frame.isHashed(type) ? Form.HASH_LENGTH : 0];
        rest.get(hash);
        form = Form.of(type - 1, hash);
        phase = rest.get();
        marker = rest.getInt();
        if (phase < 0 || phase >= form.unit()) {
            throw new MalformedException("a run from byte " + phase + " of a unit on");
        }
        runLeft = length;
    }
}
