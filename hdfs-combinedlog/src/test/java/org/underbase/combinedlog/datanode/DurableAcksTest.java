package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Acknowledgements wait for the disk. */
class DurableAcksTest {
    private final DurableAcks acks = new DurableAcks();

    private CompletableFuture<Throwable> acknowledge(long bytes, CompletableFuture<Thread> waiting) {
        CompletableFuture<Throwable> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                acks.await(bytes);
                result.complete(null);
            } catch (Throwable e) {
                result.complete(e);
            }
        });
        thread.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> thread.getState() == Thread.State.WAITING);
        waiting.complete(thread);
        return result;
    }

    @Test
    void waitsUntilAllBytesAreOnDisk() {
        acks.await(0);
        CompletableFuture<Throwable> acknowledged = acknowledge(100, new CompletableFuture<>());
        acks.reached(99);
        assertThat(acks.covers(99)).isTrue();
        assertThat(acks.covers(100)).isFalse();
        assertThat(acknowledged).isNotDone();
        acks.reached(200);
        assertThat(acknowledged.join()).isNull();
        acks.reached(50);
        assertThat(acks.covers(200)).as("the disk loses nothing").isTrue();
    }

    @Test
    void anInterruptPreventsTheAcknowledgement() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Throwable> acknowledged = acknowledge(100, thread);
        thread.join().interrupt();
        assertThat(acknowledged.join())
                .isInstanceOf(InterruptedIOException.class)
                .hasMessageContaining("100 bytes were not yet on disk");
    }
}
