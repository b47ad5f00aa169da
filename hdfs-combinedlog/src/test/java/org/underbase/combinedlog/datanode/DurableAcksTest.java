package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Acknowledgements wait for the disk. */
class DurableAcksTest {
    private final DurableAcks acks = new DurableAcks(false);
    private final DurableAcks durable = new DurableAcks(true);
    private final List<String> waits = new ArrayList<>();
    private final AtomicLong acknowledged = new AtomicLong();

    private void acknowledge(DurableAcks each, long bytes) throws IOException {
        each.acknowledge(bytes, acknowledged::set);
    }

    private DurableAcks.Sync sync(String name) {
        return () -> waits.add(name);
    }

    @Test
    void anAcknowledgementWaitsForTheSyncsOfItsBytes() throws IOException {
        assertThat(acks.defer(100, 0, sync("100"))).isTrue();
        assertThat(acks.defer(200, 0, sync("200"))).isTrue();
        assertThat(acks.defer(200, 0, sync("200 again"))).isTrue();
        acknowledge(acks, 99);
        assertThat(waits).isEmpty();
        acknowledge(acks, 150);
        assertThat(waits).containsExactly("100");
        acknowledge(acks, 200);
        assertThat(waits).containsExactly("100", "200", "200 again");
        acknowledge(acks, 300);
        assertThat(waits).hasSize(3);
    }

    /** HDFS asks once for each length: a later sync of the same bytes would be acknowledged without a wait. */
    @Test
    void aSyncOfAcknowledgedBytesIsNotDeferred() throws IOException {
        acknowledge(acks, 100);
        assertThat(acks.defer(100, 0, sync("acknowledged"))).isFalse();
        assertThat(acks.defer(300, 300, sync("acknowledged by an earlier writer")))
                .isFalse();
        assertThat(acks.defer(0, 0, sync("nothing"))).isFalse();
        acknowledge(acks, 300);
        assertThat(waits).isEmpty();
    }

    /** The thread of an earlier writer may acknowledge more bytes after the recovery of a pipeline. */
    @Test
    void pendingBytesAreNotConfirmed() throws IOException {
        assertThat(acks.confirmed(1000)).isEqualTo(1000);
        acks.defer(900, 600, sync("900"));
        assertThat(acks.confirmed(600)).isEqualTo(600);
        assertThat(acks.confirmed(1000)).as("HDFS calls await for 900").isEqualTo(899);
        acknowledge(acks, 900);
        assertThat(waits).containsExactly("900");
        assertThat(acks.confirmed(900)).isEqualTo(900);
    }

    /** A wait for a commit does not end by an interrupt. */
    @Test
    void anInterruptDuringTheCommitPreventsTheAcknowledgement() {
        acks.defer(100, 0, () -> Thread.currentThread().interrupt());
        try {
            assertThatThrownBy(() -> acknowledge(acks, 100)).isInstanceOf(InterruptedIOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(acknowledged).hasValue(0);
    }

    /** A recovery may truncate the replica after the end of its receiver. */
    @Test
    void theEndOfTheReceiverDuringTheCommitPreventsTheAcknowledgement() throws IOException {
        acknowledge(acks, 50);
        acks.defer(100, 0, acks::end);
        assertThatThrownBy(() -> acknowledge(acks, 100)).isInstanceOf(InterruptedIOException.class);
        assertThatThrownBy(() -> acknowledge(acks, 200)).isInstanceOf(InterruptedIOException.class);
        assertThat(acknowledged).hasValue(50);
    }

    @Test
    void syncsAreDeferredInTheOrderOfTheirLengths() {
        acks.defer(200, 0, sync("200"));
        assertThatThrownBy(() -> acks.defer(100, 0, sync("100")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a sync of 100 bytes follows one of 200");
    }

    @Test
    void aFailedSyncPreventsTheAcknowledgement() {
        acks.defer(100, 0, () -> {
            throw new IOException("the disk failed");
        });
        assertThatThrownBy(() -> acknowledge(acks, 200)).hasMessage("the disk failed");
        assertThat(acknowledged).hasValue(0);
    }

    private CompletableFuture<Throwable> acknowledgeLater(long bytes, CompletableFuture<Thread> waiting) {
        CompletableFuture<Throwable> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                acknowledge(durable, bytes);
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
    void aDurableHflushWaitsForTheStartAndTheEndOfItsSync() throws IOException {
        acknowledge(durable, 0);
        CompletableFuture<Throwable> result = acknowledgeLater(100, new CompletableFuture<>());
        durable.started(99);
        assertThat(durable.covers(99)).isTrue();
        assertThat(durable.covers(100)).isFalse();
        assertThat(result).isNotDone();
        assertThat(durable.defer(200, 0, sync("later"))).isTrue();
        durable.started(200);
        assertThat(result.join()).isNull();
        assertThat(waits).isEmpty();
        durable.started(50);
        assertThat(durable.covers(200)).as("the disk loses nothing").isTrue();
        acknowledge(durable, 200);
        assertThat(waits).containsExactly("later");
    }

    @Test
    void anHsyncIsNeverCoveredIfHflushIsStock() {
        acks.started(100);
        assertThat(acks.covers(100)).isFalse();
    }

    @Test
    void anInterruptPreventsTheAcknowledgement() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Throwable> result = acknowledgeLater(100, thread);
        thread.join().interrupt();
        assertThat(result.join())
                .isInstanceOf(InterruptedIOException.class)
                .hasMessageContaining("100 bytes were not yet on disk");
    }

    @Test
    void theEndOfTheReceiverEndsTheWaitForASync() {
        CompletableFuture<Throwable> result = acknowledgeLater(100, new CompletableFuture<>());
        durable.end();
        assertThat(result.join()).isInstanceOf(InterruptedIOException.class);
    }
}
