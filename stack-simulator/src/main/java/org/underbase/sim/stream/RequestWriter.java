package org.underbase.sim.stream;

import com.github.luben.zstd.Zstd;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Writer of requests to a file. */
public final class RequestWriter implements RequestListener, Closeable {
    private final DataOutputStream out;
    private final ByteBuffer[] columns = new ByteBuffer[Format.COLUMNS];
    private int count;
    private long lastTime;
    private int lastFile;
    private int lastEnd;
    private int lastLength;

    /**
     * Writes the header.
     *
     * @param stream output, which this writer closes
     * @throws IOException if the output fails
     */
    public RequestWriter(OutputStream stream) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(stream));
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ByteBuffer.allocate(Format.MOST_REQUESTS * Format.MOST_BYTES);
        }
        out.writeInt(Format.MAGIC);
        out.writeInt(Format.VERSION);
        out.writeInt(Format.FLAGS);
    }

    @Override
    public void request(long time, Activity activity, int file, int offset, int length, boolean received) {
        add(activity.index() | (received ? Format.RECEIVED : 0), time, file, offset, length);
    }

    @Override
    public void created(long time, Activity activity, int file, int length, int megabytes, boolean received) {
        int type = activity.index() | Format.CREATION | (received ? Format.RECEIVED : 0);
        add(type, time, file, megabytes, length);
    }

    @Override
    public void deleted(long time, int file, int length) {
        add(Format.DELETION, time, file, 0, length);
    }

    private void add(int type, long time, int file, int offset, int length) {
        columns[0].put((byte) type);
        Format.putSigned(columns[1], time - lastTime);
        Format.putSigned(columns[2], (long) file - lastFile);
        Format.putSigned(columns[3], (long) offset - lastEnd);
        Format.putSigned(columns[4], (long) length - lastLength);
        lastTime = time;
        lastFile = file;
        lastEnd = offset + length;
        lastLength = length;
        count++;
        if (count == Format.MOST_REQUESTS) {
            try {
                writeBlock();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void writeBlock() throws IOException {
        ByteBuffer raw = ByteBuffer.allocate(Format.MOST_RAW);
        for (ByteBuffer column : columns) {
            raw.put(column.flip());
            column.clear();
        }
        byte[] data = Zstd.compress(Arrays.copyOf(raw.array(), raw.position()));
        out.writeInt(count);
        out.writeInt(raw.position());
        out.writeInt(data.length);
        out.writeInt(Format.checksum(count, raw.position(), data, data.length));
        out.write(data);
        count = 0;
        // A block is decoded without the others.
        lastTime = 0;
        lastFile = 0;
        lastEnd = 0;
        lastLength = 0;
    }

    /** Writes the end of the file. */
    @Override
    public void close() throws IOException {
        try (out) {
            if (count > 0) {
                writeBlock();
            }
            writeBlock();
        }
    }
}
