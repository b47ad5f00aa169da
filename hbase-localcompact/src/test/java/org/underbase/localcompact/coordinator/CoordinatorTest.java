package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
    /** Otherwise no store of the server would be compacted until it restarts. */
    @Test
    void classThatCannotBeLoadedIsAFallback() {
        Configuration conf = new Configuration(false);
        RegionServerServices server = mock(RegionServerServices.class);
        when(server.getConfiguration()).thenReturn(conf);
        HStore store = mock(HStore.class);
        when(store.getTableName()).thenThrow(new NoClassDefFoundError("org/underbase/localcompact/Missing"));
        CompactionRequestImpl request = new CompactionRequestImpl(List.of());
        try (Coordinator coordinator =
                new Coordinator(mock(DistributedFileSystem.class), server, dataNodes -> Map.of())) {
            assertThatThrownBy(() -> coordinator.compact(store, conf, request, null, Progress.of(request)))
                    .isInstanceOfSatisfying(
                            FallbackException.class, e -> assertThat(e.reason()).isEqualTo(FallbackReason.FAILED))
                    .hasMessageContaining("Missing");
        }
    }
}
