package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.util.Queue;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** Client that reads files sequentially and compares every byte. */
final class FileReader implements Client {
    private static final int BUFFER = 1 << 20;

    private final FileSystem fs;
    private final Queue<FileStatus> files;
    private final Bounds bounds;
    private final Counts counts;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] expected = new byte[BUFFER];

    FileReader(FileSystem fs, Queue<FileStatus> files, Bounds bounds, Counts counts) {
        this.fs = fs;
        this.files = files;
        this.bounds = bounds;
        this.counts = counts;
    }

    @Override
    public void work() {
        for (FileStatus file = files.poll(); file != null && !bounds.over(); file = files.poll()) {
            try {
                read(file);
                counts.file();
            } catch (IOException e) {
                counts.error(e.toString());
            }
        }
    }

    private void read(FileStatus file) throws IOException {
        Contents contents = Contents.of(file.getPath());
        long since = System.nanoTime();
        try (FSDataInputStream in = fs.open(file.getPath())) {
            counts.operation(since);
            long position = 0;
            while (position < file.getLen()) {
                int length = (int) Math.min(buffer.length, file.getLen() - position);
                in.readFully(buffer, 0, length);
                int wrong = contents.mismatch(position, buffer, length, expected);
                if (wrong >= 0) {
                    throw new IOException(file.getPath() + ": unexpected byte at " + (position + wrong));
                }
                position += length;
                counts.bytes(length);
            }
            if (in.read() >= 0) {
                throw new IOException(file.getPath() + " is longer than " + file.getLen() + " bytes");
            }
        }
    }
}
