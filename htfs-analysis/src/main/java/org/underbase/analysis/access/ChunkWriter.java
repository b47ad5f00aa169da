package org.underbase.analysis.access;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.collections.Hashing;

/** Encoder of a chunk. */
final class ChunkWriter {
    private final Varints data = new Varints();
    /** Streams and threads by their numbers, and the numbers plus 1 at the first free place from their hash on. */
    private long[] streams = new long[4];

    private long[] threads = new long[4];
    private int[] places = new int[8];
    private int sources;
    final int process;
    final long sampling;
    private long lastStart;
    private long lastEnd;
    private long firstNanos = Long.MAX_VALUE;
    private int count;
    private boolean unplaced;
    private boolean sorted = true;
    private boolean ended;

    ChunkWriter(int process, long sampling) {
        this.process = process;
        this.sampling = sampling;
    }

    int count() {
        return count;
    }

    int size() {
        return data.size();
    }

    /** Whether the chunk is complete. */
    boolean isEnded() {
        return ended;
    }

    void add(AccessFields access) {
        firstNanos = Math.min(firstNanos, access.start);
        sorted &= count == 0 || access.start >= lastStart;
        data.putSigned(access.start - lastStart);
        data.put(access.call.code());
        data.put(access.flags());
        if (access.calls != 1) {
            data.putSigned(access.calls);
        }
        data.putSigned(access.offset - lastEnd);
        data.putSigned(access.length);
        source(access);
        lastStart = access.start;
        lastEnd = access.offset + Math.max(0, access.length);
        count++;
        unplaced |= access.offset < 0 && access.moves();
    }

    private void source(AccessFields access) {
        int place = place(access.stream, access.thread);
        if (places[place] > 0) {
            data.put(places[place] - 1L);
            return;
        }
        data.put(sources);
        data.putSigned(access.stream);
        data.putSigned(access.thread);
        if (sources == streams.length) {
            grow();
            place = place(access.stream, access.thread);
        }
        streams[sources] = access.stream;
        threads[sources] = access.thread;
        places[place] = ++sources;
    }

    private int place(long stream, long thread) {
        int place = Hashing.hash(31 * stream + thread, places.length - 1);
        while (places[place] > 0 && (streams[places[place] - 1] != stream || threads[places[place] - 1] != thread)) {
            place = (place + 1) & (places.length - 1);
        }
        return place;
    }

    private void grow() {
        streams = Arrays.copyOf(streams, 2 * sources);
        threads = Arrays.copyOf(threads, 2 * sources);
        places = new int[4 * sources];
        for (int i = 0; i < sources; i++) {
            places[place(streams[i], threads[i])] = i + 1;
        }
    }

    Chunk end(int file, int part, int sequence) {
        ended = true;
        ByteBuffer bytes = ByteBuffer.wrap(data.toBytes());
        return new Chunk(
                file,
                firstNanos,
                part,
                sequence,
                process,
                sampling,
                count,
                unplaced,
                sorted,
                bytes,
                0,
                bytes.capacity());
    }
}
