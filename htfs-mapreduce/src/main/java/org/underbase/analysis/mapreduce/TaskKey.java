package org.underbase.analysis.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.underbase.analysis.access.Chunk;

/**
 * Key of the records of both jobs. The states of the figures of all splits come first, in the order of the splits; then the
 * states of slices, in their order; then the accesses, by file and time. Hadoop compares the keys as bytes.
 */
public final class TaskKey implements WritableComparable<TaskKey> {
    /** State of the operator for a split, or of all figures for the files of a reducer. */
    static final int PARTIAL = 0;
    /** State of a slice after reading it. */
    static final int SLICE = 1;
    /** Accesses to a file. */
    static final int CHUNK = 2;

    private static final int LENGTH = 1 + 4 + 8 + 4 + 4;
    private static final Comparator<TaskKey> ORDER = Comparator.comparingInt(TaskKey::kind)
            .thenComparingInt(TaskKey::number)
            .thenComparingLong((TaskKey key) -> key.nanos)
            .thenComparingInt(key -> key.part)
            .thenComparingInt(key -> key.sequence);

    static {
        WritableComparator.define(TaskKey.class, new BytesComparator());
    }

    private int kind;
    private int number;
    private long nanos;
    private int part;
    private int sequence;

    private TaskKey set(int newKind, int newNumber, long newNanos, int newPart, int newSequence) {
        kind = newKind;
        number = newNumber;
        nanos = newNanos;
        part = newPart;
        sequence = newSequence;
        return this;
    }

    static TaskKey partial(int split) {
        return new TaskKey().set(PARTIAL, split, 0, 0, 0);
    }

    static TaskKey slice(int slice) {
        return new TaskKey().set(SLICE, slice, 0, 0, 0);
    }

    static TaskKey of(Chunk chunk) {
        return new TaskKey().set(CHUNK, chunk.file(), chunk.firstNanos(), chunk.part(), chunk.sequence());
    }

    int kind() {
        return kind;
    }

    /** Returns the number of the split, slice or file. */
    int number() {
        return number;
    }

    /** Returns the reducer that receives the key. */
    int reducer(int reducers) {
        return kind == CHUNK ? number % reducers : 0;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(kind);
        out.writeInt(number);
        // Bytes are unsigned: the sign of a time must not come last.
        out.writeLong(nanos ^ Long.MIN_VALUE);
        out.writeInt(part);
        out.writeInt(sequence);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        set(in.readByte(), in.readInt(), in.readLong() ^ Long.MIN_VALUE, in.readInt(), in.readInt());
    }

    @Override
    public int compareTo(TaskKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskKey key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * number + Long.hashCode(nanos)) + part;
    }

    @Override
    public String toString() {
        return kind + " " + number + " " + nanos + " " + part + " " + sequence;
    }

    private static final class BytesComparator extends WritableComparator {
        private BytesComparator() {
            super(TaskKey.class);
        }

        @Override
        public int compare(byte[] one, int from, int length, byte[] other, int otherFrom, int otherLength) {
            return compareBytes(one, from, LENGTH, other, otherFrom, LENGTH);
        }
    }
}
