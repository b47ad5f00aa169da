package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.UpstreamProbe;
import org.junit.jupiter.api.Test;

/**
 * Check that the DataNodes of the upstream Hadoop or HBase tests had journals. It runs after them, in the execution
 * {@code upstream-probe} of the module's build.
 */
class UpstreamProbeCheck {
    @Test
    void upstreamTestsUsedJournals() throws Exception {
        String setting = System.getProperty("upstream.setting");
        Path directory = Path.of(System.getProperty(UpstreamProbe.DIRECTORY));
        if (!setting.equals("journaled")) {
            assertThat(directory).doesNotExist();
            return;
        }
        int nodes = 0;
        long records = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                List<String> words = List.of(Files.readString(file).split(" "));
                assertThat(words.get(0)).isEqualTo("journaled");
                nodes++;
                records += Long.parseLong(words.get(1));
            }
        }
        System.out.println(
                "setting " + setting + ": " + nodes + " DataNodes with journals wrote " + records + " records");
        assertThat(nodes).isGreaterThan(10);
        assertThat(records).isGreaterThan(100);
    }
}
