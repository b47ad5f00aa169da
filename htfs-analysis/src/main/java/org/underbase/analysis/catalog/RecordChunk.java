package org.underbase.analysis.catalog;

import com.github.luben.zstd.Zstd;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;

/**
 * Consecutive namespace records of one process. A full chunk is compressed: the paths and names of a file occur in several
 * records.
 */
final class RecordChunk {
    private static final int RECORDS = 2048;
    private static final int LEVEL = 1;

    /** The records; null if they are compressed. */
    private List<NamespaceRecord> open = new ArrayList<>();

    private byte[] compressed = {};
    private int bytes;
    private int count;
    private long firstNanos = Long.MAX_VALUE;
    /** Ends of the accesses after each record of a file: these change after the record is compressed. */
    private long[] reached = new long[4];

    private long[] accessed = new long[4];
    private int ofFiles;

    /** Adds a record; returns its index among those of files if it is one. */
    int add(NamespaceRecord record) {
        open.add(record);
        count++;
        firstNanos = Math.min(firstNanos, record.start);
        if (!record.isOfFile()) {
            return -1;
        }
        if (ofFiles == reached.length) {
            reached = Arrays.copyOf(reached, 2 * ofFiles);
            accessed = Arrays.copyOf(accessed, 2 * ofFiles);
        }
        reached[ofFiles] = record.reached;
        accessed[ofFiles] = record.accessed;
        return ofFiles++;
    }

    boolean isFull() {
        return count == RECORDS;
    }

    int count() {
        return count;
    }

    /** Returns the smallest start, in nanoseconds since the epoch. */
    long firstNanos() {
        return firstNanos;
    }

    /** Adds the end of a write of the file of a record. */
    void reached(int ofFile, long end) {
        reached[ofFile] = Math.max(reached[ofFile], end);
        accessed(ofFile, end);
    }

    /** Adds the end of a read or write of the file of a record. */
    void accessed(int ofFile, long end) {
        accessed[ofFile] = Math.max(accessed[ofFile], end);
    }

    /** Compresses the records; the chunk must not receive others. */
    void compress() {
        if (open == null) {
            return;
        }
        Output out = new Output();
        FieldOutput fields = new FieldOutput(new DataOutputStream(out));
        try {
            for (NamespaceRecord record : open) {
                record.transfer(fields);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes = out.size;
        compressed = Zstd.compress(Arrays.copyOf(out.data, bytes), LEVEL);
        reached = Arrays.copyOf(reached, ofFiles);
        accessed = Arrays.copyOf(accessed, ofFiles);
        open = null;
    }

    /** Returns the records, in the order in which they were added. */
    List<NamespaceRecord> records() {
        List<NamespaceRecord> records = open == null ? decompressed() : List.copyOf(open);
        int ofFile = 0;
        for (NamespaceRecord record : records) {
            if (record.isOfFile()) {
                record.reached = reached[ofFile];
                record.accessed = accessed[ofFile++];
            }
        }
        return records;
    }

    private List<NamespaceRecord> decompressed() {
        FieldInput fields = new FieldInput(new DataInputStream(new Input(Zstd.decompress(compressed, bytes))));
        List<NamespaceRecord> records = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                records.add(NamespaceRecord.BLANK.transfer(fields));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }

    /** Bytes to write to. The JDK's stream locks for each byte, which costs more than all else here. */
    private static final class Output extends OutputStream {
        private byte[] data = new byte[1 << 16];
        private int size;

        @Override
        public void write(int next) {
            room(1);
            data[size++] = (byte) next;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            room(length);
            System.arraycopy(from, offset, data, size, length);
            size += length;
        }

        private void room(int length) {
            if (data.length - size < length) {
                data = Arrays.copyOf(data, Math.max(size + length, 2 * data.length));
            }
        }
    }

    /** Bytes to read, without a lock. */
    private static final class Input extends InputStream {
        private final byte[] data;
        private int next;

        private Input(byte[] data) {
            this.data = data;
        }

        @Override
        public int read() {
            return next == data.length ? -1 : data[next++] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int size = Math.min(length, data.length - next);
            System.arraycopy(data, next, into, offset, size);
            next += size;
            return size == 0 && length > 0 ? -1 : size;
        }
    }
}
