package org.underbase.analysis.access;

import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Merge of the chunks of one file in the order of time. Only chunks that overlap in time are open. */
final class FileAccesses {
    private final List<Chunk> chunks;
    private final Partition partition;
    private final PriorityQueue<ChunkCursor> open = new PriorityQueue<>(ChunkCursor.ORDER);
    private final Positions positions = new Positions();

    /**
     * @param chunks chunks of the file, in their order
     */
    FileAccesses(List<Chunk> chunks, Partition partition) {
        this.chunks = chunks;
        this.partition = partition;
    }

    void forEach(Consumer<Access> sink) throws IOException {
        boolean unplaced = chunks.stream().anyMatch(Chunk::unplaced);
        int next = 0;
        while (next < chunks.size() || !open.isEmpty()) {
            while (next < chunks.size()
                    && (open.isEmpty()
                            || chunks.get(next).firstNanos() <= open.peek().startNanos())) {
                add(new ChunkCursor(chunks.get(next), partition.data(chunks.get(next))));
                next++;
            }
            ChunkCursor cursor = open.poll();
            long until = next < chunks.size() ? chunks.get(next).firstNanos() : Long.MAX_VALUE;
            boolean more;
            // Most accesses of a chunk follow each other without one of another chunk in between.
            do {
                if (unplaced && (cursor.reads() || cursor.writes())) {
                    positions.place(cursor);
                }
                sink.accept(cursor);
                more = cursor.next();
            } while (more && cursor.startNanos() < until && isFirst(cursor));
            if (more) {
                open.add(cursor);
            }
        }
    }

    private boolean isFirst(ChunkCursor cursor) {
        return open.isEmpty() || ChunkCursor.ORDER.compare(cursor, open.peek()) <= 0;
    }

    private void add(ChunkCursor cursor) {
        if (cursor.next()) {
            open.add(cursor);
        }
    }
}
