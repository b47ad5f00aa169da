package org.underbase.exalt.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonIdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NameNode|nameNode",
                "HBase|hBase",
                "GB written|gbWritten",
                "heap MB|heapMB",
                "DataNodes: heap MB|dataNodesHeapMB",
                "directories/s|directoriesPerSecond",
                "busy %|busyPercent",
                "Master and ZooKeeper|masterAndZooKeeper"
            })
    void labelsBecomeCamelCaseNames(String label, String id) {
        assertThat(JsonId.of(label)).isEqualTo(id);
    }
}
