package org.underbase.analysis.access;

import java.util.ArrayList;
import java.util.Comparator;
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
    private final List<AccessFields> accesses;
    private int next;
    private AccessFields current;

    ChunkCursor(Chunk chunk, byte[] data) {
        this.chunk = chunk;
        this.accesses = decode(data, chunk.count());
    }

    private static List<AccessFields> decode(byte[] data, int count) {
        Varints varints = new Varints(data, data.length);
        List<AccessFields> accesses = new ArrayList<>(count);
        List<AccessFields> sources = new ArrayList<>();
        long start = 0;
        long end = 0;
        boolean sorted = true;
        for (int i = 0; i < count; i++) {
            AccessFields access = new AccessFields();
            long step = varints.getSigned();
            sorted &= step >= 0 || i == 0;
            start += step;
            access.start = start;
            access.call = Call.ofCode((int) varints.get());
            access.calls = access.flags(varints.get()) ? varints.getSigned() : 1;
            access.offset = end + varints.getSigned();
            access.length = varints.getSigned();
            end = access.offset + Math.max(0, access.length);
            int source = (int) varints.get();
            if (source == sources.size()) {
                access.stream = varints.getSigned();
                access.thread = varints.getSigned();
                sources.add(access);
            } else {
                access.stream = sources.get(source).stream;
                access.thread = sources.get(source).thread;
            }
            accesses.add(access);
        }
        if (!sorted) {
            accesses.sort(Comparator.comparingLong(access -> access.start));
        }
        return accesses;
    }

    /** Moves to the next access; returns false at the end. */
    boolean next() {
        if (next == accesses.size()) {
            return false;
        }
        current = accesses.set(next++, null);
        return true;
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
