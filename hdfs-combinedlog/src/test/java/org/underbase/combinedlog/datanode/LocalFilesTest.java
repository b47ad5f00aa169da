package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Rewrite of a replica's files after a failed fsync, for any size of the chunks. */
class LocalFilesTest {
    private static final int LENGTH = 200_003;
    private static final int HEADER = 7;

    @TempDir
    Path directory;

    private final byte[] bytes = new byte[LENGTH];
    private Path data;
    private Path meta;

    private void create(DataChecksum.Type type, int chunk) throws IOException {
        new Random(chunk).nextBytes(bytes);
        DataChecksum checksum = DataChecksum.newDataChecksum(type, chunk);
        byte[] sums = new byte[checksum.getChecksumSize(LENGTH)];
        checksum.calculateChunkedSums(bytes, 0, LENGTH, sums, 0);
        ByteBuffer content = ByteBuffer.allocate(HEADER + sums.length).putShort((short) 1);
        content.put(checksum.getHeader()).put(sums);
        data = Files.write(directory.resolve("blk_1"), bytes);
        meta = Files.write(directory.resolve("blk_1_2.meta"), content.array());
    }

    private void rewrite() throws IOException {
        try (LocalFiles files = new LocalFiles(data, meta, ReplicaAccess.PERMITTED)) {
            assertThat(files.rewrite()).isTrue();
        }
    }

    @Test
    void intactFilesStayEqual() throws IOException {
        for (int chunk : new int[] {1, 512, 65_536, 65_537, LENGTH, 16 << 20, Integer.MAX_VALUE}) {
            create(DataChecksum.Type.CRC32C, chunk);
            byte[] sums = Files.readAllBytes(meta);
            rewrite();
            assertThat(Files.readAllBytes(data)).as("chunk of %d", chunk).isEqualTo(bytes);
            assertThat(Files.readAllBytes(meta)).as("chunk of %d", chunk).isEqualTo(sums);
        }
    }

    @Test
    void missingPageIsDetected() throws IOException {
        for (int chunk : new int[] {1, 512, 65_537, Integer.MAX_VALUE}) {
            create(DataChecksum.Type.CRC32C, chunk);
            bytes[LENGTH - 1] ^= 1;
            Files.write(data, bytes);
            assertThatThrownBy(this::rewrite).as("chunk of %d", chunk).isInstanceOf(ChecksumException.class);
        }
    }

    /** Counts the steps of a rewrite, and the writes of each; a client begins to write after some steps. */
    private static final class Client implements OpenReplica.Exclusion, ReplicaAccess {
        private final int begins;
        private int steps;
        private int writes;
        private int mostWrites;

        Client(int begins) {
            this.begins = begins;
        }

        @Override
        public boolean run(OpenReplica.Rewrite step) throws IOException {
            if (steps == begins) {
                return false;
            }
            steps++;
            writes = 0;
            step.run();
            mostWrites = Math.max(mostWrites, writes);
            return true;
        }

        @Override
        public void before(Kind kind, Path file) {
            writes++;
        }
    }

    private boolean rewriteUntil(Client client) throws IOException {
        try (ReplicaFiles files = OpenReplica.open(data, meta, client, client)) {
            return files.rewrite();
        }
    }

    @Test
    void clientsAreExcludedForShortStepsOnly() throws IOException {
        for (int chunk : new int[] {1, 512, 65_537, Integer.MAX_VALUE}) {
            create(DataChecksum.Type.CRC32C, chunk);
            Client never = new Client(Integer.MAX_VALUE);
            assertThat(rewriteUntil(never)).isTrue();
            assertThat(never.steps)
                    .as("steps of at most 64 KiB, with a chunk of %d", chunk)
                    .isGreaterThan(3);
            assertThat(never.mostWrites).as("writes of a step").isLessThanOrEqualTo(2);
            for (int begins = 0; begins < never.steps; begins++) {
                Client client = new Client(begins);
                assertThat(rewriteUntil(client))
                        .as("a client writes after step %d", begins)
                        .isFalse();
                assertThat(client.steps).isEqualTo(begins);
            }
            assertThat(Files.readAllBytes(data)).isEqualTo(bytes);
        }
    }

    @Test
    void filesWithoutChecksumsAreRejected() throws IOException {
        create(DataChecksum.Type.NULL, 512);
        assertThatThrownBy(this::rewrite).isInstanceOf(ChecksumException.class);
        for (byte[] malformed : new byte[][] {{}, new byte[HEADER], {0, 1, 99, 0, 0, 2, 0}}) {
            Files.write(meta, malformed);
            assertThatThrownBy(this::rewrite).isInstanceOf(ChecksumException.class);
        }
    }
}
