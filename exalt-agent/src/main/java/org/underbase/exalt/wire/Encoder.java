package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Makes frames, as {@link Frame} describes them, of what a direction has one after the other. For one thread at a time. */
final class Encoder {
    /** Of a buffer that is used again: a step of raw bytes with its head, behind the beginning of all. */
    private static final int ROOM = Outbound.STEP + 64;

    private static final int BUFFERS = 64;
    private static final ConcurrentLinkedDeque<ByteBuffer> FREE = new ConcurrentLinkedDeque<>();
    /** Where so many runs in a row had something else than sums before them, none is looked for any more. */
    private static final int TRIES = 16;

    private boolean begun;
    /** Null where there is nothing. */
    private ByteBuffer frames;
    /** Where the frame of raw bytes begins that the buffer ends with; negative where it does not. Its head comes when it is whole. */
    private int raw = -1;
    /** The last one; null before the first. */
    private Run last;
    /** The power of two that chunks with sums were large; 0 before the first. */
    private int chunk;

    private int misses;

    /** Adds bytes as they are. */
    void raw(ByteBuffer bytes, int from, int length) {
        room((raw < 0 ? Frame.MANY_HEAD : 0) + length);
        if (raw < 0) {
            raw = frames.position();
            frames.position(raw + Frame.MANY_HEAD);
        }
        frames.put(frames.position(), bytes, from, length);
        frames.position(frames.position() + length);
    }

    /** Adds a run. */
    void run(Run run) {
        int summed = raw < 0 ? 0 : chunkOf(run);
        if (summed > 0) {
            frames.position(frames.position() - Sums.lengthOf(run.length(), summed));
        }
        closeRaw();
        room(Frame.LONGEST + 1);
        boolean alike = last != null && last.length() == run.length() && (summed == 0 || summed == chunk);
        boolean on = last != null && last.isBefore(run);
        int type = Frame.RUN
                | run.form().code()
                | (summed > 0 ? Frame.SUMMED : 0)
                | (alike ? Frame.ALIKE : 0)
                | (on ? Frame.ON : 0);
        frames.put((byte) type);
        if (!alike) {
            frames.putInt(run.length());
            if (summed > 0) {
                frames.put((byte) summed);
            }
        }
        if (!on) {
            frames.put(run.form().hash()).put((byte) run.phase()).putInt(run.marker());
        }
        frames.put(Frame.LAST);
        last = run;
        chunk = summed > 0 ? summed : chunk;
    }

    /** All since it was asked last, ready to be sent; null where there is nothing. */
    ByteBuffer take() {
        if (frames == null) {
            return null;
        }
        closeRaw();
        ByteBuffer result = frames.flip();
        frames = null;
        return result;
    }

    /** Gives back what {@link #take} gave. */
    static void release(ByteBuffer taken) {
        if (taken.capacity() == ROOM && FREE.size() < BUFFERS) {
            FREE.push(taken);
        }
    }

    /** The power of two of the chunks whose sums the raw bytes end with; 0 where they end with anything else. */
    private int chunkOf(Run run) {
        if (misses >= TRIES || !run.mayBeSummed()) {
            return 0;
        }
        if (chunk > 0 && endsWithSums(run, chunk)) {
            misses = 0;
            return chunk;
        }
        boolean tried = false;
        for (int size = Frame.LEAST_CHUNK; size <= Frame.MOST_CHUNK; size++) {
            int length = Sums.lengthOf(run.length(), size);
            if (length <= rawLength()) {
                tried = true;
                int first = Sums.sum(run, 0, Math.min(1 << size, run.length()));
                if (frames.getInt(frames.position() - length) == first && endsWithSums(run, size)) {
                    misses = 0;
                    return size;
                }
            }
            if (1 << size >= run.length()) {
                break;
            }
        }
        misses += tried ? 1 : 0;
        return 0;
    }

    private boolean endsWithSums(Run run, int size) {
        int length = Sums.lengthOf(run.length(), size);
        return length <= rawLength() && Sums.of(run, size).areAt(frames, frames.position() - length);
    }

    private int rawLength() {
        return frames.position() - raw - Frame.MANY_HEAD;
    }

    private void closeRaw() {
        if (raw < 0) {
            return;
        }
        int length = rawLength();
        if (length == 0) {
            frames.position(raw);
        } else if (length > Frame.MOST_OF_FEW) {
            frames.put(raw, (byte) Frame.MANY).putInt(raw + 1, length);
        } else {
            frames.put(raw, (byte) Frame.FEW).put(raw + 1, (byte) (length - 1));
            frames.put(raw + Frame.FEW_HEAD, frames, raw + Frame.MANY_HEAD, length);
            frames.position(raw + Frame.FEW_HEAD + length);
        }
        raw = -1;
    }

    /** Many parts may be small, each with its frame. */
    private void room(int wanted) {
        if (frames == null) {
            ByteBuffer free = FREE.poll();
            frames = free == null ? ByteBuffer.allocateDirect(ROOM) : free.clear();
            if (!begun) {
                for (int i = 0; i < Frame.BEGIN_LENGTH; i++) {
                    frames.put(Frame.beginAt(i));
                }
                begun = true;
            }
        }
        if (frames.remaining() < wanted) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(2 * frames.capacity(), frames.position() + wanted));
            frames = larger.put(frames.flip());
        }
    }
}
