package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.underbase.testbed.mini.MiniHdfs;

/** Warning about a journal in memory. */
@Tag("cluster")
class MemoryJournalTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Test
    void journalOnATmpfsIsReportedAtTheStart() throws IOException {
        assumeTrue(
                Files.isWritable(SHARED_MEMORY)
                        && Files.getFileStore(SHARED_MEMORY).type().equals("tmpfs"),
                "requires a tmpfs at " + SHARED_MEMORY);
        Path directory = Files.createTempDirectory(SHARED_MEMORY, "underbase-journal");
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNodeJournal.class));
        try (MiniHdfs hdfs = MiniHdfs.builder()
                .dataNodes(1)
                .set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName())
                .set("dfs.datanode.combinedlog.segment.size", "1m")
                .set("dfs.datanode.combinedlog.dir", directory.toString())
                .start()) {
            assertThat(hdfs.cluster().getDataNodes()).hasSize(1);
            assertThat(log.getOutput().lines())
                    .filteredOn(line -> line.contains("in memory"))
                    .singleElement()
                    .asString()
                    .endsWith(
                            "The journal in " + directory + " is in memory (tmpfs): a power failure loses acknowledged"
                                    + " bytes. Set dfs.datanode.combinedlog.dir to a directory on a disk.");
        } finally {
            log.stopCapturing();
            FileUtils.deleteDirectory(directory.toFile());
        }
    }
}
