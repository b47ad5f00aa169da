package org.underbase.analysis.catalog;

import com.github.luben.zstd.Zstd;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.input.UnsynchronizedByteArrayInputStream;
import org.apache.commons.io.output.UnsynchronizedByteArrayOutputStream;
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
        // The JDK's stream locks for each byte, which costs more than all else here.
        UnsynchronizedByteArrayOutputStream out = UnsynchronizedByteArrayOutputStream.builder()
                .setBufferSize(1 << 16)
                .get();
        FieldOutput fields = new FieldOutput(new DataOutputStream(out));
        try {
            for (NamespaceRecord record : open) {
                record.transfer(fields);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes = out.size();
        compressed = Zstd.compress(out.toByteArray(), LEVEL);
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
        List<NamespaceRecord> records = new ArrayList<>(count);
        try {
            FieldInput fields = new FieldInput(new DataInputStream(UnsynchronizedByteArrayInputStream.builder()
                    .setByteArray(Zstd.decompress(compressed, bytes))
                    .get()));
            for (int i = 0; i < count; i++) {
                records.add(NamespaceRecord.BLANK.transfer(fields));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }
}
