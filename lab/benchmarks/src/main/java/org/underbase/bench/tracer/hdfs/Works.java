package org.underbase.bench.tracer.hdfs;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.bench.tracer.hdfs.Callers.Work;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** Works of the threads of an operation, by the public file-system API. */
final class Works {
    /** Several times the second-level cache of a core. */
    private static final int EVICTED_BYTES = 8 << 20;

    private static final int LINE_BYTES = 64;

    private final FileSystem fs;

    Works(FileSystem fs) {
        this.fs = fs;
    }

    /** Writes a file for reads and returns its length. */
    long prepare(String path, long bytes) throws IOException {
        byte[] buffer = bytes(Operation.WRITE.callBytes());
        try (FSDataOutputStream out = fs.create(new Path(path), true)) {
            for (long at = 0; at < bytes; at += buffer.length) {
                out.write(buffer, 0, (int) Math.min(buffer.length, bytes - at));
            }
        }
        return fs.getFileStatus(new Path(path)).getLen();
    }

    /** Creates the works of all threads. */
    List<Work> of(Request request) throws IOException {
        return switch (request.operation()) {
            case WRITE -> List.of(new Write(request));
            case READ -> List.of(new Read(request));
            case PREAD -> preads(request);
            case COLD_EVENT -> List.of(new ColdEvent(request));
            case COLD_CLOCK -> List.of(new ColdClock());
        };
    }

    /** Sequential write; a full file is overwritten, and the file is deleted at the end. */
    private final class Write implements Work {
        private final byte[] buffer;
        private final Path path;
        private final long maxBytes;
        private FSDataOutputStream out;
        private long written;

        Write(Request request) throws IOException {
            buffer = bytes(request.operation().callBytes());
            path = new Path(request.path());
            maxBytes = request.maxBytes();
            out = fs.create(path, true);
        }

        @Override
        public void call() throws IOException {
            if (written >= maxBytes) {
                out.close();
                out = fs.create(path, true);
                written = 0;
            }
            out.write(buffer, 0, buffer.length);
            written += buffer.length;
        }

        @Override
        public void close() throws IOException {
            out.close();
            fs.delete(path, false);
        }
    }

    /** Sequential read, again from the start at the end. */
    private final class Read implements Work {
        private final byte[] buffer;
        private final Path path;
        private FSDataInputStream in;

        Read(Request request) throws IOException {
            buffer = new byte[request.operation().callBytes()];
            path = new Path(request.path());
            in = fs.open(path);
        }

        @Override
        public void call() throws IOException {
            if (in.read(buffer, 0, buffer.length) < 0) {
                in.close();
                in = fs.open(path);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Random reads of several threads, which share a stream. */
    private List<Work> preads(Request request) throws IOException {
        Path path = new Path(request.path());
        int callBytes = request.operation().callBytes();
        long bound = fs.getFileStatus(path).getLen() - callBytes + 1;
        if (bound < 1) {
            throw new EOFException("file " + path + " is shorter than " + callBytes + " bytes");
        }
        FSDataInputStream in = fs.open(path);
        SplittableRandom seeds = new SplittableRandom(request.seed());
        return IntStream.range(0, request.operation().threads())
                .<Work>mapToObj(i -> new Pread(in, seeds.split(), bound, callBytes))
                .toList();
    }

    /** One thread's random reads; the stream is closed with the file system. */
    private static final class Pread implements Work {
        private final FSDataInputStream in;
        private final SplittableRandom offsets;
        private final long bound;
        private final byte[] buffer;

        Pread(FSDataInputStream in, SplittableRandom offsets, long bound, int callBytes) {
            this.in = in;
            this.offsets = offsets;
            this.bound = bound;
            this.buffer = new byte[callBytes];
        }

        @Override
        public void call() throws IOException {
            in.readFully(offsets.nextLong(bound), buffer, 0, buffer.length);
        }

        @Override
        public void close() {}
    }

    /** A call that evicts the caches first, as a call with network and disk does. */
    private abstract static class Cold implements Work {
        private final byte[] lines = new byte[EVICTED_BYTES];
        final Tracer tracer = Tracer.current().orElseThrow();

        @Override
        public final void call() {
            for (int i = 0; i < lines.length; i += LINE_BYTES) {
                lines[i]++;
            }
            record();
        }

        abstract void record();

        @Override
        public void close() {}
    }

    /** An event of a stream. */
    private static final class ColdEvent extends Cold {
        private final int length;
        private final StreamRef stream;

        ColdEvent(Request request) {
            length = request.operation().callBytes();
            stream = tracer.stream(tracer.file(request.path()));
        }

        @Override
        void record() {
            ThreadTrace trace = tracer.here();
            trace.exit(trace.enter(stream), Call.PREAD, stream, 0, length, length);
        }
    }

    /** Two clock reads if the tracer would record. */
    private static final class ColdClock extends Cold {
        private long nanos;

        @Override
        void record() {
            if (tracer.bean().isOn()) {
                nanos -= System.nanoTime();
                nanos += System.nanoTime();
            }
        }

        @Override
        public void close() {
            if (nanos < 0) {
                throw new IllegalStateException("the clock is not monotonic: " + nanos + " ns");
            }
        }
    }

    /** Creates incompressible bytes, the same in every client. */
    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }
}
