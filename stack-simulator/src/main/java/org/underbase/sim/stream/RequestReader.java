package org.underbase.sim.stream;

import com.github.luben.zstd.Zstd;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Reader of files of requests. */
public final class RequestReader {
    private final RequestListener listener;
    private final Activity[] activities = Activity.values();
    private final long[] times = new long[Format.MOST_REQUESTS];
    private final int[] files = new int[Format.MOST_REQUESTS];
    private final int[] offsets = new int[Format.MOST_REQUESTS];
    private final int[] lengths = new int[Format.MOST_REQUESTS];
    private long position = Format.HEADER_BYTES;

    private RequestReader(RequestListener listener) {
        this.listener = listener;
    }

    /**
     * Reads requests. The listener receives those of each intact block before the first corrupt one.
     *
     * @param stream input, which the caller closes
     * @param listener receiver
     * @throws RequestFormatException if the file is truncated, corrupt or of another version
     * @throws IOException if the input fails
     */
    public static void read(InputStream stream, RequestListener listener) throws IOException {
        new RequestReader(listener).read(new DataInputStream(new BufferedInputStream(stream)));
    }

    private void read(DataInputStream in) throws IOException {
        try {
            if (in.readInt() != Format.MAGIC) {
                throw new RequestFormatException("not a file of requests: wrong magic");
            }
            int version = in.readInt();
            int flags = in.readInt();
            if (version != Format.VERSION || flags != Format.FLAGS) {
                throw new RequestFormatException("unsupported version " + version + " or feature flags " + flags
                        + " of a file of requests: expected " + Format.VERSION + " and " + Format.FLAGS);
            }
            while (readBlock(in)) {
                // The listener received its requests.
            }
        } catch (EOFException e) {
            throw new RequestFormatException(
                    "truncated file of requests: the block at byte " + position + " is incomplete");
        }
    }

    private boolean readBlock(DataInputStream in) throws IOException {
        int count = in.readInt();
        int raw = in.readInt();
        int length = in.readInt();
        int checksum = in.readInt();
        check(count >= 0 && count <= Format.MOST_REQUESTS, "count");
        check(raw >= 0 && raw <= Format.MOST_RAW, "size");
        check(length >= 0 && length <= Zstd.compressBound(Format.MOST_RAW), "compressed size");
        byte[] data = in.readNBytes(length);
        if (data.length < length) {
            throw new EOFException();
        }
        check(checksum == Format.checksum(count, raw, data, length), "checksum");
        ByteBuffer columns = ByteBuffer.allocate(raw);
        check(Zstd.decompress(columns.array(), data) == raw, "data");
        try {
            decode(columns, count);
        } catch (BufferUnderflowException e) {
            throw corrupt("columns");
        }
        deliver(columns, count);
        position += Format.BLOCK_HEADER_BYTES + length;
        return count > 0;
    }

    private void decode(ByteBuffer columns, int count) throws RequestFormatException {
        for (int i = 0; i < count; i++) {
            int type = columns.get();
            check(type == Format.DELETION || (type >= 0 && activity(type) < activities.length), "type");
        }
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += Format.getSigned(columns);
            times[i] = time;
        }
        long file = 0;
        for (int i = 0; i < count; i++) {
            file += Format.getSigned(columns);
            files[i] = (int) file;
            check(file == files[i] && file >= 0, "file");
        }
        for (int i = 0; i < count; i++) {
            offsets[i] = (int) Format.getSigned(columns);
        }
        long length = 0;
        long end = 0;
        for (int i = 0; i < count; i++) {
            length += Format.getSigned(columns);
            long offset = end + offsets[i];
            check(offset >= 0 && length >= 0 && offset + length <= Integer.MAX_VALUE, "range");
            offsets[i] = (int) offset;
            lengths[i] = (int) length;
            end = offset + length;
        }
        check(!columns.hasRemaining(), "columns");
    }

    private void deliver(ByteBuffer columns, int count) {
        for (int i = 0; i < count; i++) {
            int type = columns.get(i);
            if (type == Format.DELETION) {
                listener.deleted(times[i], files[i], lengths[i]);
            } else {
                deliver(type, i);
            }
        }
    }

    private void deliver(int type, int i) {
        Activity activity = activities[activity(type)];
        boolean received = (type & Format.RECEIVED) != 0;
        if ((type & Format.CREATION) == 0) {
            listener.request(times[i], activity, files[i], offsets[i], lengths[i], received);
        } else {
            listener.created(times[i], activity, files[i], lengths[i], offsets[i], received);
        }
    }

    private static int activity(int type) {
        return type & ~(Format.RECEIVED | Format.CREATION);
    }

    private void check(boolean valid, String field) throws RequestFormatException {
        if (!valid) {
            throw corrupt(field);
        }
    }

    private RequestFormatException corrupt(String field) {
        return new RequestFormatException(
                "corrupt file of requests: wrong " + field + " of the block at byte " + position);
    }
}
