package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HadoopTestsWitness;
import org.junit.jupiter.api.Test;

/**
 * Hadoop's tests passed, or HBase's; this shows that their DataNodes had journals. It runs after them, in an execution of its
 * own of the module's build.
 */
class HadoopTestsWitnessed {
    @Test
    void theirDataNodesHadJournals() throws Exception {
        String setting = System.getProperty("combinedlog.setting");
        Path directory = Path.of(System.getProperty(HadoopTestsWitness.DIRECTORY));
        if (!setting.equals("journaled")) {
            assertThat(directory).doesNotExist();
            return;
        }
        int nodes = 0;
        long records = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                List<String> words = List.of(Files.readString(file).split(" "));
                assertThat(words.get(0)).isEqualTo("ours");
                nodes++;
                records += Long.parseLong(words.get(1));
            }
        }
        System.out.println(
                "setting " + setting + ": " + nodes + " DataNodes with journals made " + records + " records");
        assertThat(nodes).isGreaterThan(10);
        assertThat(records).isGreaterThan(100);
    }
}
