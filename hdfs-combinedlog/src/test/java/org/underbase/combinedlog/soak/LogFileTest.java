package org.underbase.combinedlog.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Bytes of a file that a crash must preserve. */
class LogFileTest {
    private final LogFile file = new LogFile(new Path("/soak/log"), 1);

    private void write(int bytes) {
        file.writing();
        file.wrote(bytes);
    }

    @Test
    void allFlushedBytesRemainIfNoWriteFollows() {
        write(1500);
        file.flushed();
        file.crash();
        assertThat(file.visible()).isEqualTo(1500);
        assertThat(file.durable()).isZero();
    }

    @Test
    void completeFlushedChunksRemainIfTheNextWriteIsKilled() {
        write(1500);
        file.flushed();
        write(100);
        file.crash();
        assertThat(file.visible()).isEqualTo(1024);
    }

    @Test
    void allSyncedBytesRemainIfTheNextWriteIsKilled() {
        write(1400);
        file.synced();
        write(100);
        file.flushed();
        file.crash();
        file.writing();
        assertThat(file.visible()).isEqualTo(1400);
        assertThat(file.durable()).isEqualTo(1400);
    }
}
