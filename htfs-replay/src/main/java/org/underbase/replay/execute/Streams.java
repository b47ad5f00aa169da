package org.underbase.replay.execute;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.Operation.StreamKey;

/** Open streams of the replay, by the streams of the trace. A stream that was open when the trace began opens at its first call. */
final class Streams {
    /** A stream; null fields if it could not be opened. */
    record Open(FSDataInputStream in, FSDataOutputStream out) implements Closeable {
        @Override
        public void close() throws IOException {
            if (in != null) {
                in.close();
            }
            if (out != null) {
                out.close();
            }
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final Open FAILED = new Open(null, null);

    private final FileSystem fs;
    private final Map<StreamKey, Open> open = new ConcurrentHashMap<>();

    Streams(FileSystem fs) {
        this.fs = fs;
    }

    void input(Operation operation, FSDataInputStream stream) {
        open.put(operation.stream(), new Open(stream, null));
    }

    void output(Operation operation, FSDataOutputStream stream) {
        open.put(operation.stream(), new Open(null, stream));
    }

    /** Notes that a stream could not be opened, so that its calls fail. */
    void failed(Operation operation) {
        if (operation.hasStream()) {
            open.put(operation.stream(), FAILED);
        }
    }

    FSDataInputStream in(Operation operation) throws IOException {
        Open stream = get(operation, true);
        if (stream.in == null) {
            throw new IOException("the stream is not open");
        }
        return stream.in;
    }

    FSDataOutputStream out(Operation operation) throws IOException {
        Open stream = get(operation, false);
        if (stream.out == null) {
            throw new IOException("the stream is not open");
        }
        return stream.out;
    }

    private Open get(Operation operation, boolean input) throws IOException {
        Open known = open.get(operation.stream());
        if (known != null) {
            return known;
        }
        synchronized (this) {
            Open opened = open.get(operation.stream());
            if (opened == null) {
                Path path = new Path(operation.path());
                opened = input ? new Open(fs.open(path), null) : new Open(null, fs.append(path));
                open.put(operation.stream(), opened);
            }
            return opened;
        }
    }

    /** Sets the caching hint of an open stream. */
    void dropBehind(Operation operation, boolean drop) throws IOException {
        Open stream = open.getOrDefault(operation.stream(), FAILED);
        if (stream.in != null) {
            stream.in.setDropBehind(drop);
        } else if (stream.out != null) {
            stream.out.setDropBehind(drop);
        }
    }

    /** Closes a stream. */
    void close(Operation operation) throws IOException {
        Open stream = open.remove(operation.stream());
        if (stream != null) {
            stream.close();
        }
    }

    /** Closes all streams, as the end of a process does; returns their number. */
    int closeAll() {
        int count = 0;
        for (Open stream : open.values()) {
            if (stream.in != null || stream.out != null) {
                count++;
                try {
                    stream.close();
                } catch (IOException | RuntimeException e) {
                    LOG.debug("A stream at the end of the trace cannot be closed: its file may be deleted", e);
                }
            }
        }
        open.clear();
        return count;
    }
}
