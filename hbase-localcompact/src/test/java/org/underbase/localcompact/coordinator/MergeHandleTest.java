package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Test of the progress timeout of a coordinator. */
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
        MergeHandle merge = new MergeHandle("a", slow, FakeWorker.TICKET, timeout, new Owner(() -> true, () -> 0));
        assertThatThrownBy(() -> merge.write(BLOCK)).hasMessageContaining("made no progress");
        // Ten timeouts, two pauses per timeout, and the first and last requests.
        assertThat(slow.requests).isBetween(2, 10 * 2 + 3);
    }

    private static MergeHandle link(boolean advances) {
        return new MergeHandle("a", new Slow(advances), FakeWorker.TICKET, SHORT, new Owner(() -> true, () -> 0));
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
