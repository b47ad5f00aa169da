package org.underbase.htfs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.record.StreamRef;

/** The position and other facts of a stream call may fail with an error, without an effect on the call. */
class GuardedStreamsTest {
    @TempDir
    Path dir;

    private Recording recording;
    private StreamRef ref;
    private boolean failing;

    @BeforeEach
    void start() {
        recording = new Recording(dir);
        ref = recording.tracer().stream(recording.tracer().newFile("/file"));
    }

    /** Input stream of seven bytes that are all 7. */
    private class Sevens extends FSInputStream {
        private long position;
        private CompletableFuture<ByteBuffer> vectored;

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            if (failing) {
                throw new StackOverflowError("in the position");
            }
            return position;
        }

        @Override
        public boolean seekToNewSource(long to) {
            return false;
        }

        @Override
        public int read() {
            return position++ < 7 ? 7 : -1;
        }

        @Override
        public int read(byte[] buffer, int off, int len) {
            Arrays.fill(buffer, off, off + len, (byte) read());
            position += len - 1;
            return len;
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
                throws IOException {
            if (ranges.size() > 1) {
                throw new EOFException("of the call");
            }
            vectored = new CompletableFuture<>();
            ranges.get(0).setData(vectored);
        }
    }

    @Test
    void readsReachTheRealStream() throws IOException {
        FSDataInputStream in = new TracedDataInputStream(new FSDataInputStream(new Sevens()), recording.tracer(), ref);
        failing = true;
        assertThat(in.read()).isEqualTo(7);
        assertThat(in.read(new byte[4], 0, 4)).isEqualTo(4);
        assertThat(in.skip(1)).isEqualTo(1);
        assertThat(in.available()).isZero();
        failing = false;
        assertThat(in.read()).isEqualTo(7);
        failing = true;
        in.close();

        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.READ);
        assertThat(recording.lost()).isEqualTo(5);
    }

    @Test
    void writesReachTheRealStream() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FSDataOutputStream real = new FSDataOutputStream(bytes, null) {
            @Override
            public long getPos() {
                if (failing) {
                    throw new OutOfMemoryError("in the position");
                }
                return super.getPos();
            }
        };
        FSDataOutputStream out = new TracedDataOutputStream(real, recording.tracer(), ref);
        failing = true;
        out.write(1);
        out.write(new byte[] {2, 3}, 0, 2);
        out.hflush();
        failing = false;
        out.write(4);
        failing = true;
        out.close();

        assertThat(bytes.toByteArray()).containsExactly(1, 2, 3, 4);
        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.WRITE);
        assertThat(recording.lost()).isEqualTo(4);
    }

    @Test
    void aFailingDetailOfACloseStillClosesTheRealStream() throws IOException {
        boolean[] closed = new boolean[1];
        FSDataInputStream real = new FSDataInputStream(new Sevens() {
            @Override
            public void close() {
                closed[0] = true;
            }
        });
        TracedInput in = new TracedInput(real, recording.tracer(), ref, () -> {
            throw new StackOverflowError("in a fact");
        });
        assertThat(in.read()).isEqualTo(7);
        in.close();

        assertThat(closed[0]).isTrue();
        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.READ);
        assertThat(recording.lost()).isEqualTo(1);
    }

    @Test
    void aVectoredReadWithAFailingRangeReachesTheRealStream() throws IOException {
        Sevens sevens = new Sevens();
        TracedInput in = new TracedInput(new FSDataInputStream(sevens), recording.tracer(), ref, () -> null);
        FileRange range = FileRange.createFileRange(0, 4);
        FileRange broken = new FileRange() {
            @Override
            public long getOffset() {
                return range.getOffset();
            }

            @Override
            public int getLength() {
                throw new StackOverflowError("in a range");
            }

            @Override
            public CompletableFuture<ByteBuffer> getData() {
                return range.getData();
            }

            @Override
            public void setData(CompletableFuture<ByteBuffer> data) {
                range.setData(data);
            }

            @Override
            public Object getReference() {
                return range.getReference();
            }
        };
        in.readVectored(List.of(broken), ByteBuffer::allocate);
        assertThat(range.getData()).isSameAs(sevens.vectored);
        assertThatThrownBy(() -> in.readVectored(List.of(range, broken), ByteBuffer::allocate))
                .isInstanceOf(EOFException.class);
        assertThat(in.read()).isEqualTo(7);

        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.READ);
        assertThat(recording.lost()).isEqualTo(2);
    }

    /** Dependents of a future run in the opposite order of their registration: the application's before the tracer's. */
    @Test
    void aRangeHasAllItsBytesAlsoIfTheApplicationReadsThemFirst() throws IOException {
        Sevens sevens = new Sevens();
        TracedInput in = new TracedInput(new FSDataInputStream(sevens), recording.tracer(), ref, () -> null);
        FileRange range = FileRange.createFileRange(3, 4);
        in.readVectored(List.of(range), ByteBuffer::allocate);
        CompletableFuture<Integer> consumed = range.getData().thenApply(buffer -> {
            int bytes = buffer.remaining();
            buffer.position(buffer.limit());
            return bytes;
        });
        sevens.vectored.complete(ByteBuffer.allocate(4));

        assertThat(consumed).isCompletedWithValue(4);
        assertThat(recording.events())
                .extracting(TraceEvent::call)
                .containsExactly(Call.READ_VECTORED, Call.READ_RANGE);
        TraceEvent event = recording.events().get(1);
        assertThat(event.offset()).isEqualTo(3);
        assertThat(event.result()).isEqualTo(4);
    }
}
