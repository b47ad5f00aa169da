package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Random access to the bytes of a segment. Not thread-safe. */
interface SegmentInput extends Closeable {
    /** Returns the length in bytes at the time of opening. */
    long length();

    /** Copies {@code length} bytes at {@code position} to {@code target} at {@code to}. */
    void read(long position, byte[] target, int to, int length) throws IOException;

    @Override
    default void close() throws IOException {}

    static SegmentInput of(byte[] bytes) {
        return new SegmentInput() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public void read(long position, byte[] target, int to, int length) throws IOException {
                if (position < 0 || length > bytes.length - position) {
                    throw new EOFException("read at " + position + " of " + bytes.length);
                }
                System.arraycopy(bytes, (int) position, target, to, length);
            }
        };
    }

    /** Opens a file; a local one without Hadoop's checksum files, because a trace has its own checksums. */
    static SegmentInput open(FileSystem fs, Path path) throws IOException {
        FileSystem plain = fs instanceof LocalFileSystem local ? local.getRawFileSystem() : fs;
        FileStatus file = plain.getFileStatus(path);
        String name = TraceFiles.shown(path);
        if (SegmentSearch.irregular(file)) {
            // Another process may have replaced the file after the search; opening a pipe waits for its writer.
            throw new IOException(name + ": not a trace: " + SegmentSearch.IRREGULAR);
        }
        long length = file.getLen();
        FSDataInputStream stream = plain.open(path);
        return new SegmentInput() {
            private long at;

            @Override
            public long length() {
                return length;
            }

            @Override
            public void read(long position, byte[] target, int to, int count) throws IOException {
                try {
                    if (position != at) {
                        stream.seek(position);
                    }
                    stream.readFully(target, to, count);
                    at = position + count;
                } catch (EOFException e) {
                    throw new IOException(name + ": the file became shorter while it was read", e);
                } catch (IOException e) {
                    throw new IOException(name + ": cannot read at byte " + position + ": " + e.getMessage(), e);
                }
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }
}
