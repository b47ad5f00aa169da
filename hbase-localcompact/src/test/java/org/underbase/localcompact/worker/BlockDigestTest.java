package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Test of the inputs that change a block digest. */
class BlockDigestTest {
    private static final long SEED = 22;
    private static final int CHUNK = 64 << 10;

    private final Random random = new Random(SEED);

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String digest(byte[] bytes) {
        BlockDigest digest = new BlockDigest();
        digest.update(bytes, 0, bytes.length);
        return Bytes.toHex(digest.end());
    }

    @Test
    void digestChangesWithAnyByte() {
        byte[] bytes = bytes(3 * CHUNK + 100);
        Set<String> seen = new HashSet<>(Set.of(digest(bytes)));
        int changes = 500;
        for (int i = 0; i < changes; i++) {
            byte[] other = bytes.clone();
            // Each byte and bit pattern at most once, so that all differ.
            other[i * (bytes.length / changes)] ^= (byte) (1 << random.nextInt(8));
            seen.add(digest(other));
        }
        assertThat(seen).as("seed " + SEED).hasSize(changes + 1);
    }

    @Test
    void digestChangesWithLength() {
        byte[] bytes = new byte[2 * CHUNK + 10];
        Set<String> seen = new HashSet<>();
        int lengths = 0;
        for (int length = 1; length < bytes.length; length += 97) {
            seen.add(digest(Arrays.copyOf(bytes, length)));
            lengths++;
        }
        assertThat(seen).hasSize(lengths);
    }

    @Test
    void digestChangesWithChunkOrder() {
        byte[] bytes = bytes(2 * CHUNK);
        byte[] swapped = new byte[bytes.length];
        System.arraycopy(bytes, 0, swapped, CHUNK, CHUNK);
        System.arraycopy(bytes, CHUNK, swapped, 0, CHUNK);
        assertThat(digest(swapped)).isNotEqualTo(digest(bytes));
    }

    @Test
    void digestIsIndependentOfWriteSizes() {
        byte[] bytes = bytes(2 * CHUNK + 77);
        for (int run = 0; run < 50; run++) {
            BlockDigest digest = new BlockDigest();
            int at = 0;
            while (at < bytes.length) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(CHUNK));
                digest.update(bytes, at, length);
                at += length;
            }
            assertThat(Bytes.toHex(digest.end())).as("seed " + SEED).isEqualTo(digest(bytes));
        }
    }

    @Test
    void digestIsResetAtEnd() {
        BlockDigest digest = new BlockDigest();
        digest.update(bytes(1000), 0, 1000);
        digest.end();
        byte[] bytes = bytes(1000);
        digest.update(bytes, 0, 1000);
        assertThat(Bytes.toHex(digest.end())).isEqualTo(digest(bytes));
    }
}
