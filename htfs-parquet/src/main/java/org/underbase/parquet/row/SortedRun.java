package org.underbase.parquet.row;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sorted rows in a temporary file.
 *
 * @param file the file
 * @param rows number of rows
 * @param merges number of merges of runs that led to this one
 */
record SortedRun(Path file, long rows, int merges) {
    private static final int LEVEL = 1;

    /** Writer of a run. */
    static final class Writer implements Closeable {
        private final Path file;
        private final RowOutput out;
        private EventRow before = EventRow.FIRST;
        private long rows;

        Writer(Path file) throws IOException {
            this.file = file;
            this.out = new RowOutput(new ZstdOutputStream(Files.newOutputStream(file)).setLevel(LEVEL));
        }

        void add(EventRow row) throws IOException {
            row.transfer(out, before);
            before = row;
            rows++;
        }

        SortedRun end(int merges) throws IOException {
            close();
            return new SortedRun(file, rows, merges);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Cursor over the rows of a run. */
    static final class Reader implements Closeable {
        private final RowInput in;
        /** Position of the run among the merged ones. */
        private final int position;

        private long left;
        private EventRow row = EventRow.FIRST;

        Reader(SortedRun run, int position) throws IOException {
            this.in = new RowInput(new ZstdInputStream(Files.newInputStream(run.file)));
            this.position = position;
            this.left = run.rows;
        }

        /** Moves to the next row; returns false at the end. */
        boolean next() throws IOException {
            if (left == 0) {
                return false;
            }
            left--;
            row = EventRow.FIRST.transfer(in, row);
            return true;
        }

        EventRow row() {
            return row;
        }

        int position() {
            return position;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
