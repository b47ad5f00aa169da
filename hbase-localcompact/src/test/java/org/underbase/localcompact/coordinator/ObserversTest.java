package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObserversTest {
    private final HStore store = mock(HStore.class);
    private final RegionCoprocessorHost host = mock(RegionCoprocessorHost.class);
    private final User user = mock(User.class);
    private final CompactionRequestImpl request = new CompactionRequestImpl(List.of(mock(HStoreFile.class)));

    @BeforeEach
    void aStoreWithObservers() {
        when(store.getCoprocessorHost()).thenReturn(host);
        request.setIsMajor(true, true);
    }

    @Test
    void observerThatReturnsScannerIsAccepted() throws Exception {
        when(host.preCompact(eq(store), any(), eq(ScanType.COMPACT_DROP_DELETES), any(), eq(request), eq(user)))
                .thenAnswer(call -> call.getArgument(1));
        assertThat(Observers.obstacle(store, request, user)).isEmpty();
        when(store.getCoprocessorHost()).thenReturn(null);
        assertThat(Observers.obstacle(store, request, user)).as("no observers").isEmpty();
    }

    @Test
    void wrappedScannerIsObstacle() throws Exception {
        InternalScanner wrapped = mock(InternalScanner.class);
        when(host.preCompact(any(), any(), any(), any(), any(), any())).thenReturn(wrapped);
        assertThat(Observers.obstacle(store, request, user))
                .hasValueSatisfying(why -> assertThat(why).contains("wraps"));
    }

    @Test
    void rejectionByObserverIsObstacle() throws Exception {
        when(host.preCompact(any(), any(), any(), any(), any(), any()))
                .thenThrow(new AccessDeniedException("you may not"));
        assertThat(Observers.obstacle(store, request, user))
                .hasValueSatisfying(why -> assertThat(why).contains("rejects", "you may not"));
    }
}
