package org.underbase.replay.execute;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.replay.content.Content;
import org.underbase.replay.trace.Operation;

/**
 * Reads of the replay. A read requests the bytes that the recorded one returned, and repeats the request if the stream returns
 * fewer; one that returned none requests what the recorded one requested.
 */
final class Reads {
    private static final int LARGEST = 16 << 20;

    private final Streams streams;
    private final Content content;
    private final boolean verify;

    Reads(Streams streams, Content content, boolean verify) {
        this.streams = streams;
        this.content = content;
        this.verify = verify;
    }

    Outcome read(Operation operation) throws IOException {
        TraceEvent event = operation.event();
        FSDataInputStream in = streams.in(operation);
        long calls = Math.max(1, event.calls());
        long wanted = event.result() > 0 ? event.result() : Math.max(event.length(), 0);
        Call call = event.eachCall();
        boolean positional = positional(call);
        if (!positional && event.offset() >= 0 && in.getPos() != event.offset()) {
            in.seek(event.offset());
        }
        long at = event.offset() >= 0 ? event.offset() : in.getPos();
        long step = (wanted + calls - 1) / calls;
        long done = 0;
        boolean corrupt = false;
        while (done < wanted) {
            int count = (int) Math.min(Math.min(step, wanted - done), LARGEST);
            byte[] buffer = new byte[count];
            int moved = once(in, call, positional, at + done, buffer);
            if (moved <= 0) {
                break;
            }
            corrupt |= verify && content.of(operation.file(), operation.path()).mismatch(at + done, buffer, moved) >= 0;
            done += moved;
        }
        long result = done == 0 && wanted > 0 ? -1 : done;
        return corrupt ? Outcome.corrupt(result) : Outcome.of(result);
    }

    private static int once(FSDataInputStream in, Call call, boolean positional, long at, byte[] buffer)
            throws IOException {
        switch (call) {
            case READ_FULLY, READ_RANGE -> {
                in.readFully(at, buffer, 0, buffer.length);
                return buffer.length;
            }
            case READ_FULLY_BYTE_BUFFER -> {
                if (in.getWrappedStream() instanceof ByteBufferPositionedReadable) {
                    in.readFully(at, ByteBuffer.wrap(buffer));
                } else {
                    in.readFully(at, buffer, 0, buffer.length);
                }
                return buffer.length;
            }
            case READ_BYTE_BUFFER -> {
                if (in.getWrappedStream() instanceof ByteBufferReadable) {
                    return in.read(ByteBuffer.wrap(buffer));
                }
            }
            case PREAD_BYTE_BUFFER -> {
                if (in.getWrappedStream() instanceof ByteBufferPositionedReadable) {
                    return in.read(at, ByteBuffer.wrap(buffer));
                }
            }
            default -> {}
        }
        return positional ? in.read(at, buffer, 0, buffer.length) : in.read(buffer, 0, buffer.length);
    }

    private static boolean positional(Call call) {
        return switch (call) {
            case PREAD, READ_FULLY, PREAD_BYTE_BUFFER, READ_FULLY_BYTE_BUFFER, READ_RANGE -> true;
            default -> false;
        };
    }
}
