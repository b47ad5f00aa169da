package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Test of the bytes, the bound and the failures of the buffer between merge and replica. */
class LookAheadTest {
    private static final long SEED = 22;
    private static final long CAPACITY = (long) LookAhead.PORTION * LookAhead.PORTIONS;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LookAhead ahead = new LookAhead(new MergeTimes(System::nanoTime));

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void replicaGetsAllBytesInOrder() throws Exception {
        Random random = new Random(SEED);
        byte[] bytes = new byte[(int) CAPACITY + 12_345];
        random.nextBytes(bytes);
        ByteArrayOutputStream replica = new ByteArrayOutputStream();
        Future<Boolean> drained = threads.submit(() -> ahead.drain(replica));
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(random.nextInt(3 * LookAhead.PORTION), bytes.length - at);
            ahead.write(bytes, at, count);
            at += count;
        }
        ahead.end();
        assertThat(drained.get(1, TimeUnit.MINUTES)).isTrue();
        assertThat(replica.toByteArray()).isEqualTo(bytes);
        ahead.check();
    }

    @Test
    void mergeWaitsWhileBufferIsFull() throws Exception {
        AtomicLong written = new AtomicLong();
        Future<?> merge = threads.submit(() -> {
            while (true) {
                ahead.write(new byte[LookAhead.PORTION]);
                written.addAndGet(LookAhead.PORTION);
            }
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> written.get() == CAPACITY);
        ahead.fail(new IOException("the server stops"));
        assertThatThrownBy(() -> merge.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("the server stops");
        assertThat(written).hasValue(CAPACITY);
    }

    @Test
    void failureOfReplicaEndsMerge() {
        OutputStream replica = new OutputStream() {
            @Override
            public void write(int value) {
                throw new IllegalStateException("broken");
            }
        };
        Future<Boolean> drained = threads.submit(() -> ahead.drain(replica));
        assertThatThrownBy(() -> {
                    while (true) {
                        ahead.write(new byte[LookAhead.PORTION]);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
        assertThat(drained).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(false);
        assertThatThrownBy(ahead::check).hasMessage("broken");
    }
}
