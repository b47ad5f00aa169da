package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Test of the progress timeout of a coordinator, and of servers that reject its calls. */
class MergeHandleTest {
    private static final Duration SHORT = Duration.ofMillis(2);
    private static final BlockProto BLOCK =
            BlockProto.newBuilder().setIndex(0).setLocated(ByteString.EMPTY).build();

    /** Worker that merges much longer than the timeout, and forever if it makes no progress. */
    private static final class Slow implements Worker {
        private final boolean advances;
        private final long began = System.nanoTime();
        private long cells;
        private int requests;

        Slow(boolean advances) {
            this.advances = advances;
        }

        @Override
        public StartResponseProto start(TicketProto ticket) {
            return StartResponseProto.getDefaultInstance();
        }

        @Override
        public StateProto step(StepRequestProto request) {
            requests++;
            boolean done = advances
                    && System.nanoTime() - began > Duration.ofSeconds(2).toNanos();
            return StateProto.newBuilder()
                    .setPhase(done ? Phase.WRITTEN : Phase.MERGING)
                    .setBlock(0)
                    .setCells(advances ? cells++ : 0)
                    .build();
        }

        @Override
        public String toString() {
            return "slow";
        }
    }

    /** A server with many merges responds at once. */
    @Test
    void unchangedStateIsPolledWithPauses() {
        Slow slow = new Slow(false);
        Duration timeout = Duration.ofMillis(100);
        MergeHandle merge = handle(slow, timeout);
        assertThatThrownBy(() -> merge.write(BLOCK)).hasMessageContaining("made no progress");
        // Ten timeouts, two pauses per timeout, and the first and last requests.
        assertThat(slow.requests).isBetween(2, 10 * 2 + 3);
    }

    /** The server has not executed the rejected calls. */
    @Test
    void serverWithFullQueueIsAwaited() throws IOException {
        Worker full = mock(Worker.class);
        when(full.start(any()))
                .thenThrow(new CallQueueTooBigException())
                .thenReturn(StartResponseProto.getDefaultInstance());
        when(full.step(any()))
                .thenThrow(new CallQueueTooBigException())
                .thenThrow(new CallDroppedException())
                .thenReturn(StateProto.newBuilder()
                        .setPhase(Phase.WRITTEN)
                        .setBlock(0)
                        .build());
        MergeHandle merge = handle(full, Duration.ofMinutes(1));
        merge.start(System.nanoTime() + Duration.ofMinutes(1).toNanos());
        assertThat(merge.write(BLOCK).getPhase()).isEqualTo(Phase.WRITTEN);
    }

    @Test
    void serverWhoseQueueStaysFullIsNotExcluded() throws IOException {
        Worker full = mock(Worker.class);
        when(full.step(any())).thenThrow(new CallQueueTooBigException());
        MergeHandle merge = handle(full, SHORT);
        assertThatThrownBy(() -> merge.write(BLOCK)).isInstanceOf(CallQueueTooBigException.class);
        assertThat(merge.fault()).isEmpty();
    }

    private static MergeHandle handle(Worker worker, Duration timeout) {
        return new MergeHandle("a", worker, FakeWorker.TICKET, timeout, new Owner(() -> true, () -> 0));
    }

    private static MergeHandle link(boolean advances) {
        return handle(new Slow(advances), SHORT);
    }

    @Test
    void mergeWithProgressIsAwaited() throws IOException {
        assertThat(link(true).write(BLOCK).getPhase()).isEqualTo(Phase.WRITTEN);
    }

    @Test
    void mergeWithoutProgressTimesOut() {
        assertThatThrownBy(() -> link(false).write(BLOCK))
                .isInstanceOf(FallbackException.class)
                .hasMessage("slow made no progress for 0 s");
    }
}
