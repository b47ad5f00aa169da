package org.underbase.exalt.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Store in memory that records its operations. Not thread-safe. */
final class RecordedStore implements Store {
    private byte[] bytes;
    private final List<Change> changes = new ArrayList<>();

    RecordedStore(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** Write, or truncation if it has no bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Change(long at, byte[] written) {
        /** Applies the first bytes of the operation to a file. */
        byte[] applied(byte[] to, int count) {
            if (written == null) {
                return count == 0 ? to : Arrays.copyOf(to, (int) Math.min(at, to.length));
            }
            if (count == 0) {
                return to;
            }
            byte[] result = Arrays.copyOf(to, Math.max(to.length, (int) at + count));
            System.arraycopy(written, 0, result, (int) at, count);
            return result;
        }

        /** Returns the number of states in which an interruption can leave the file. */
        int steps() {
            return written == null ? 1 : written.length;
        }
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the operations since the last call. */
    List<Change> changes() {
        List<Change> done = List.copyOf(changes);
        changes.clear();
        return done;
    }

    @Override
    public int read(ByteBuffer into, long at) {
        if (at >= bytes.length) {
            return into.hasRemaining() ? -1 : 0;
        }
        int count = (int) Math.min(into.remaining(), bytes.length - at);
        into.put(bytes, (int) at, count);
        return count;
    }

    @Override
    public void write(ByteBuffer from, long at) {
        byte[] written = new byte[from.remaining()];
        from.get(written);
        Change change = new Change(at, written);
        bytes = change.applied(bytes, written.length);
        changes.add(change);
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public void truncate(long size) {
        if (size < bytes.length) {
            Change change = new Change(size, null);
            bytes = change.applied(bytes, 1);
            changes.add(change);
        }
    }

    @Override
    public void close() {
        // No resources.
    }
}
