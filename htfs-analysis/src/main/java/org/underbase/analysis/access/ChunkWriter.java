package org.underbase.analysis.access;

import java.nio.ByteBuffer;
import org.agrona.collections.Object2LongHashMap;

/** Encoder of a chunk. */
final class ChunkWriter {
    private record Source(long stream, long thread) {}

    private final Varints data = new Varints();
    private final Object2LongHashMap<Source> sources = new Object2LongHashMap<>(-1);
    final int process;
    final long sampling;
    private long lastStart;
    private long lastEnd;
    private long firstNanos = Long.MAX_VALUE;
    private int count;
    private boolean unplaced;

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

    void add(AccessFields access) {
        firstNanos = Math.min(firstNanos, access.start);
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
        Source source = new Source(access.stream, access.thread);
        long known = sources.getValue(source);
        if (known >= 0) {
            data.put(known);
            return;
        }
        data.put(sources.size());
        data.putSigned(access.stream);
        data.putSigned(access.thread);
        sources.put(source, sources.size());
    }

    Chunk end(int file, int part, int sequence) {
        ByteBuffer bytes = ByteBuffer.wrap(data.toBytes());
        return new Chunk(
                file, firstNanos, part, sequence, process, sampling, count, unplaced, bytes, 0, bytes.capacity());
    }
}
