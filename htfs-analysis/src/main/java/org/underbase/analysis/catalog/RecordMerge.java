package org.underbase.analysis.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merge of the records of all processes in the order of time; of equal starts in the order of the processes, and in each in
 * the order of the trace. Only chunks that overlap in time are decompressed, and each is released after its last record.
 */
final class RecordMerge {
    private static final Comparator<Chunk> CHUNKS = Comparator.comparingLong(
                    (Chunk chunk) -> chunk.records.firstNanos())
            .thenComparingInt(chunk -> chunk.process)
            .thenComparingInt(chunk -> chunk.position);

    private final List<Chunk> chunks = new ArrayList<>();

    /** Receiver of the records. */
    @FunctionalInterface
    interface Sink {
        void add(NamespaceRecord record, int process, long position);
    }

    /** Chunk of a process; its first record has a position in the process. */
    private record Chunk(RecordChunk records, int process, int position) {}

    /** Record with its position in its process. */
    private record Placed(NamespaceRecord record, int position) {}

    /** Position in a chunk. */
    private static final class Cursor {
        private static final Comparator<Cursor> ORDER = Comparator.comparingLong(Cursor::nanos)
                .thenComparingInt(cursor -> cursor.process)
                .thenComparingInt(cursor -> cursor.current().position);

        private final List<Placed> records = new ArrayList<>();
        private final int process;
        private int next;

        private Cursor(Chunk chunk) {
            process = chunk.process;
            int position = chunk.position;
            for (NamespaceRecord record : chunk.records.records()) {
                records.add(new Placed(record, position++));
            }
            records.sort(Comparator.comparingLong(placed -> placed.record.start));
        }

        private Placed current() {
            return records.get(next);
        }

        private long nanos() {
            return current().record.start;
        }
    }

    /** Adds the chunks of a process, in the order of the trace. */
    void add(int process, List<RecordChunk> ofProcess) {
        int position = 0;
        for (RecordChunk chunk : ofProcess) {
            chunks.add(new Chunk(chunk, process, position));
            position += chunk.count();
        }
    }

    /** Passes all records, once. */
    void forEach(Sink sink) {
        chunks.sort(CHUNKS);
        PriorityQueue<Cursor> open = new PriorityQueue<>(Cursor.ORDER);
        int next = 0;
        while (next < chunks.size() || !open.isEmpty()) {
            while (next < chunks.size()
                    && (open.isEmpty()
                            || chunks.get(next).records.firstNanos()
                                    <= open.peek().nanos())) {
                open.add(new Cursor(chunks.set(next++, null)));
            }
            Cursor cursor = open.poll();
            Placed placed = cursor.current();
            sink.add(placed.record, cursor.process, placed.position);
            cursor.next++;
            if (cursor.next < cursor.records.size()) {
                open.add(cursor);
            }
        }
    }
}
