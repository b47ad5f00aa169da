package org.underbase.parquet.row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Sort of any number of rows with bounded memory: sorted runs in temporary files, which are merged. Stable. */
public final class RowSorter {
    /** Maximum number of runs of one merge; each needs about 1 MB. */
    private static final int FAN_IN = 32;

    private final Path directory;
    private final Comparator<EventRow> order;
    private final int limit;
    private final List<EventRow> rows = new ArrayList<>();
    private final List<SortedRun> runs = new ArrayList<>();
    private int files;

    /**
     * Creates an empty sort.
     *
     * @param directory existing directory for temporary files, which the caller deletes
     * @param memory memory for rows, in bytes
     */
    public RowSorter(Path directory, RowOrder order, long memory) {
        this.directory = directory;
        this.order = order.comparator();
        this.limit = (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, memory / EventRow.BYTES));
    }

    /** Receiver of sorted rows. */
    @FunctionalInterface
    public interface Sink {
        void accept(EventRow row) throws IOException;
    }

    /** Adds a row. */
    public void add(EventRow row) throws IOException {
        rows.add(row);
        if (rows.size() == limit) {
            spill();
        }
    }

    private void spill() throws IOException {
        rows.sort(order);
        try (SortedRun.Writer writer = newRun()) {
            for (EventRow row : rows) {
                writer.add(row);
            }
            runs.add(writer.end(0));
        }
        rows.clear();
        while (runs.size() >= FAN_IN && runs.get(runs.size() - FAN_IN).merges() == last().merges()) {
            mergeLast();
        }
    }

    private SortedRun last() {
        return runs.get(runs.size() - 1);
    }

    private SortedRun.Writer newRun() throws IOException {
        return new SortedRun.Writer(directory.resolve("run-" + files++));
    }

    private void mergeLast() throws IOException {
        List<SortedRun> merged = runs.subList(runs.size() - FAN_IN, runs.size());
        int merges = last().merges() + 1;
        SortedRun whole;
        try (SortedRun.Writer writer = newRun()) {
            merge(merged, writer::add);
            whole = writer.end(merges);
        }
        merged.clear();
        runs.add(whole);
    }

    /** Passes all rows in their order. The sort is empty afterwards. */
    public void forEach(Sink sink) throws IOException {
        if (runs.isEmpty()) {
            rows.sort(order);
            for (EventRow row : rows) {
                sink.accept(row);
            }
            rows.clear();
            return;
        }
        if (!rows.isEmpty()) {
            spill();
        }
        merge(runs, sink);
        runs.clear();
    }

    private void merge(List<SortedRun> sources, Sink sink) throws IOException {
        PriorityQueue<SortedRun.Reader> open = new PriorityQueue<>(
                Comparator.comparing(SortedRun.Reader::row, order).thenComparingInt(SortedRun.Reader::position));
        List<SortedRun.Reader> readers = new ArrayList<>();
        try {
            for (SortedRun source : sources) {
                SortedRun.Reader reader = new SortedRun.Reader(source, readers.size());
                readers.add(reader);
                if (reader.next()) {
                    open.add(reader);
                }
            }
            while (!open.isEmpty()) {
                SortedRun.Reader reader = open.poll();
                sink.accept(reader.row());
                if (reader.next()) {
                    open.add(reader);
                }
            }
        } finally {
            for (SortedRun.Reader reader : readers) {
                reader.close();
            }
        }
        for (SortedRun source : sources) {
            Files.delete(source.file());
        }
    }
}
