package org.underbase.analysis.access;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;

/** Cursor over the accesses of a chunk, in the order of their starts; of equal starts in the order of the trace. */
final class ChunkCursor implements Access {
    /** The order of the cursors of one file by their current accesses. */
    static final Comparator<ChunkCursor> ORDER = Comparator.comparingLong(ChunkCursor::startNanos)
            .thenComparingInt(cursor -> cursor.chunk.part())
            .thenComparingInt(cursor -> cursor.chunk.sequence());

    private final Chunk chunk;
    private final ChunkDecoder decoder;
    /** The accesses in the order of their starts, if their order in the chunk is another one. */
    private final Iterator<AccessFields> ordered;

    private AccessFields current = new AccessFields();

    ChunkCursor(Chunk chunk, byte[] data) {
        this.chunk = chunk;
        this.decoder = new ChunkDecoder(data, chunk.count());
        this.ordered = chunk.sorted() ? null : ordered(decoder, chunk.count());
    }

    private static Iterator<AccessFields> ordered(ChunkDecoder decoder, int count) {
        List<AccessFields> accesses = new ArrayList<>(count);
        for (AccessFields access = new AccessFields(); decoder.next(access); access = new AccessFields()) {
            accesses.add(access);
        }
        accesses.sort(Comparator.comparingLong(access -> access.start));
        return accesses.iterator();
    }

    /** Moves to the next access; returns false at the end. */
    boolean next() {
        if (ordered == null) {
            return decoder.next(current);
        }
        boolean more = ordered.hasNext();
        current = more ? ordered.next() : current;
        return more;
    }

    /** Sets the offset of the current access. */
    void place(long offset) {
        current.offset = offset;
    }

    @Override
    public Call call() {
        return current.call;
    }

    @Override
    public long calls() {
        return current.calls;
    }

    @Override
    public Activity activity() {
        return current.activity;
    }

    @Override
    public SubActivity subActivity() {
        return current.part;
    }

    @Override
    public boolean core() {
        return current.core;
    }

    @Override
    public boolean system() {
        return current.system;
    }

    @Override
    public long startNanos() {
        return current.start;
    }

    @Override
    public long offset() {
        return current.offset;
    }

    @Override
    public long length() {
        return current.length;
    }

    @Override
    public int process() {
        return chunk.process();
    }

    @Override
    public long stream() {
        return current.stream;
    }

    @Override
    public long thread() {
        return current.thread;
    }

    @Override
    public long sampling() {
        return chunk.sampling();
    }
}
