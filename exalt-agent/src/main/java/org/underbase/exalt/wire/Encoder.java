package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Encoder of one direction of a connection into {@link Frame}s. Not thread-safe. */
final class Encoder {
    /** Capacity of the reused buffer: one step of raw bytes with its head, after the preamble. */
    private static final int ROOM = Outbound.STEP + 64;

    private static final int BUFFERS = 64;
    private static final ConcurrentLinkedDeque<ByteBuffer> FREE = new ConcurrentLinkedDeque<>();
    /** Number of consecutive runs without preceding checksums after which the search for checksums stops. */
    private static final int TRIES = 16;

    private boolean begun;
    /** Output buffer; null if empty. */
    private ByteBuffer frames;
    /** Start of the frame of raw bytes at the end of the buffer; negative if none exists. Its head is written when it is complete. */
    private int raw = -1;
    /** Last run; null before the first. */
    private Run last;
    /** Binary logarithm of the chunk size of the last checksums; 0 before the first. */
    private int chunk;

    private int misses;

    /** Adds raw bytes. */
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
            frames.position(frames.position() - ChunkChecksums.lengthOf(run.length(), summed));
        }
        closeRaw();
        room(Frame.LONGEST + 1);
        boolean sameSize = last != null && last.length() == run.length() && (summed == 0 || summed == chunk);
        boolean continued = last != null && last.isBefore(run);
        int type = Frame.RUN
                | run.form().code()
                | (summed > 0 ? Frame.SUMMED : 0)
                | (sameSize ? Frame.SAME_SIZE : 0)
                | (continued ? Frame.CONTINUED : 0);
        frames.put((byte) type);
        if (!sameSize) {
            frames.putInt(run.length());
            if (summed > 0) {
                frames.put((byte) summed);
            }
        }
        if (!continued) {
            frames.put(run.form().hash()).put((byte) run.phase()).putInt(run.marker());
        }
        frames.put(Frame.LAST);
        last = run;
        chunk = summed > 0 ? summed : chunk;
    }

    /** Returns all frames since the last call, ready to be sent; null if there are none. */
    ByteBuffer take() {
        if (frames == null) {
            return null;
        }
        closeRaw();
        ByteBuffer result = frames.flip();
        frames = null;
        return result;
    }

    /** Recycles the buffer that {@link #take} returned. */
    static void release(ByteBuffer taken) {
        if (taken.capacity() == ROOM && FREE.size() < BUFFERS) {
            FREE.push(taken);
        }
    }

    /** Returns the binary logarithm of the chunk size of the checksums at the end of the raw bytes; 0 if there are none. */
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
            int length = ChunkChecksums.lengthOf(run.length(), size);
            if (length <= rawLength()) {
                tried = true;
                int first = ChunkChecksums.sum(run, 0, Math.min(1 << size, run.length()));
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
        int length = ChunkChecksums.lengthOf(run.length(), size);
        return length <= rawLength() && ChunkChecksums.of(run, size).areAt(frames, frames.position() - length);
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

    /** Grows the buffer: many small parts need a frame each. */
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
