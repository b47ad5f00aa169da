package org.underbase.localcompact.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

class BoundedWaitsTest {
    private static final StateProto STATE =
            StateProto.newBuilder().setPhase(Phase.MERGING).setBlock(0).build();
    private static final StepRequestProto WAITS =
            StepRequestProto.newBuilder().setId("m").setWaitMillis(1000).build();

    private final ExecutorService handlers = Executors.newCachedThreadPool();
    private final CountDownLatch change = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final BoundedWaits waits = new BoundedWaits();

    /** Worker whose requests wait for a change if they have a time to wait. */
    private final Worker worker = new Worker() {
        @Override
        public StartResponseProto start(TicketProto ticket) {
            return StartResponseProto.getDefaultInstance();
        }

        @Override
        public StateProto step(StepRequestProto request) throws IOException {
            if (request.getWaitMillis() > 0) {
                waiting.incrementAndGet();
                try {
                    change.await();
                } catch (InterruptedException e) {
                    throw (IOException) new InterruptedIOException("interrupted").initCause(e);
                }
            }
            return STATE;
        }
    };

    @AfterEach
    void stop() {
        handlers.shutdownNow();
    }

    @Test
    @Timeout(60)
    void requestsBeyondLimitDoNotWait() throws Exception {
        List<Future<StateProto>> occupied = new ArrayList<>();
        for (int i = 0; i < BoundedWaits.MAX_WAITING; i++) {
            occupied.add(handlers.submit(() -> waits.step(worker, WAITS)));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> waiting.get() == BoundedWaits.MAX_WAITING);
        assertThat(waits.step(worker, WAITS)).isEqualTo(STATE);
        change.countDown();
        for (Future<StateProto> each : occupied) {
            assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo(STATE);
        }
        // The places are free again.
        waits.step(worker, WAITS);
        assertThat(waiting.get()).isEqualTo(BoundedWaits.MAX_WAITING + 1);
    }
}
