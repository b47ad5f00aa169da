package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;

/** Receiver and acknowledging thread of a replica, in seeded schedules. */
@Timeout(600)
class DurableAcksSchedulesTest {
    private static final long SEED = 20_261_126;
    private static final int COUNT = 3_000;
    private static final int PACKETS = 2;
    private static final int BYTES = 100;

    /** State of a replica: its receiver writes and syncs packets, another thread acknowledges them. */
    abstract static class Packets implements Scenario {
        final DurableAcks acks = new DurableAcks(false);
        final LongAccumulator durable = new LongAccumulator(Math::max, 0);
        final AtomicLong acknowledged = new AtomicLong();
        final AtomicLong queued = new AtomicLong();

        /** HDFS queues the acknowledgement of a packet without the sync bit before it writes the packet. */
        final void receive(boolean early) throws IOException {
            for (int i = 1; i <= PACKETS; i++) {
                long length = (long) i * BYTES;
                if (early) {
                    queued.set(length);
                }
                DurableAcks.Sync sync = () -> durable.accumulate(length);
                if (!acks.defer(length, acknowledged.get(), sync)) {
                    sync.await();
                }
                queued.set(length);
            }
        }

        /** As HDFS: bytes that are already acknowledged are not acknowledged again. */
        final void acknowledge(Interleaving threads) throws IOException {
            for (int i = 1; i <= PACKETS; i++) {
                long length = (long) i * BYTES;
                threads.await("the packet", () -> queued.get() >= length);
                if (length > acks.confirmed(acknowledged.get())) {
                    acks.acknowledge(length, this::acknowledged);
                }
            }
        }

        void acknowledged(long bytes) {
            acknowledged.set(bytes);
        }
    }

    static class SyncsBeforeAcknowledgements extends Packets {
        @Override
        public void run(Interleaving threads) throws Exception {
            threads.start("receiver", () -> receive(false));
            threads.start("responder", () -> acknowledge(threads));
            threads.join();
            assertThat(acknowledged).hasValue(PACKETS * BYTES);
            assertThat(durable.get()).isEqualTo(PACKETS * BYTES);
        }

        @Override
        void acknowledged(long bytes) {
            assertThat(durable.get()).as("bytes on disk").isGreaterThanOrEqualTo(bytes);
            super.acknowledged(bytes);
        }
    }

    /** A sync whose bytes are acknowledged concurrently is awaited by one of the two threads. */
    static class SyncsOfQueuedBytes extends Packets {
        @Override
        public void run(Interleaving threads) throws Exception {
            threads.start("receiver", () -> receive(true));
            threads.start("responder", () -> acknowledge(threads));
            threads.join();
            assertThat(acknowledged).hasValue(PACKETS * BYTES);
            assertThat(durable.get()).isEqualTo(PACKETS * BYTES);
        }
    }

    /** A recovery truncates the replica after the end of the receiver; its acknowledging thread still runs. */
    static class EndOfTheReceiver extends Packets {
        private volatile boolean ended;

        void end() {
            acks.end();
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            threads.start("responder", () -> {
                try {
                    acknowledge(threads);
                } catch (InterruptedIOException e) {
                    assertThat(ended).isTrue();
                }
            });
            receive(false);
            ended = true;
            end();
            long truncated = acknowledged.get();
            threads.start("recovery", () -> assertThat(acknowledged).hasValue(truncated));
            threads.join();
            assertThat(acknowledged).as("bytes that the recovery kept").hasValue(truncated);
        }
    }

    /** Control: the acknowledging thread does not learn that the receiver has ended. */
    static class UnnoticedEndOfTheReceiver extends EndOfTheReceiver {
        @Override
        void end() {}
    }

    @Test
    void acknowledgedBytesAreOnDisk() {
        Interleaving.explore(SyncsBeforeAcknowledgements.class, SEED, COUNT);
    }

    @Test
    void noSyncIsLostIfItsBytesAreAcknowledgedConcurrently() {
        Interleaving.explore(SyncsOfQueuedBytes.class, SEED, COUNT);
    }

    @Test
    void nothingIsAcknowledgedAfterTheEndOfTheReceiver() {
        Interleaving.explore(EndOfTheReceiver.class, SEED, COUNT);
        assertThat(Interleaving.find(UnnoticedEndOfTheReceiver.class, SEED, COUNT))
                .isPresent();
    }
}
