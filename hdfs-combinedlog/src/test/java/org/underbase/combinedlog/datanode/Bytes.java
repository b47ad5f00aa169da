package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Seeded bytes, and files that contain them. */
final class Bytes {
    private Bytes() {}

    static byte[] of(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static void assertFile(FileSystem fs, Path path, byte[] expected) throws IOException {
        byte[] found = new byte[expected.length];
        try (FSDataInputStream in = fs.open(path)) {
            in.readFully(0, found);
        }
        assertThat(found).as(path.toString()).isEqualTo(expected);
    }
}
