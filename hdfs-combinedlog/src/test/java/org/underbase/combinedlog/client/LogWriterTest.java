package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Group commit, back-pressure and failures of a writer, on a file in memory. */
class LogWriterTest {
    private static final LogOptions SMALL =
            LogOptions.defaults().withLimits(100, 400).withTimeouts(Duration.ZERO, Duration.ofMinutes(1));
    private static final Duration LONG = Duration.ofMinutes(1);
    static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final MemoryLogFile file = new MemoryLogFile();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    static ByteBuffer record(int length) {
        return ByteBuffer.wrap(new byte[length]);
    }

    private static void awaitWaiting(Thread thread) {
        await().atMost(LONG)
                .until(() ->
                        thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void recordsOfManyThreadsShareOneSync() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        Semaphore permits = file.holdSyncs();
        CompletableFuture<LogPosition> first = log.append(record(1));
        await().atMost(LONG).until(permits::hasQueuedThreads);
        int before = file.syncs();
        List<CompletableFuture<LogPosition>> written = Collections.synchronizedList(new ArrayList<>());
        List<Future<Boolean>> appends = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            appends.add(threads.submit(() -> written.add(log.append(record(10)))));
        }
        for (Future<Boolean> each : appends) {
            assertThat(each.get()).isTrue();
        }
        assertThat(first).isNotDone();
        assertThat(written).allSatisfy(each -> assertThat(each).isNotDone());

        permits.release(2);
        log.sync();

        assertThat(file.syncs() - before).isEqualTo(2);
        assertThat(written.stream().map(each -> each.join().sequence()).sorted())
                .isEqualTo(LongStream.rangeClosed(1, 100).boxed().toList());
        log.close();
    }

    @Test
    void syncReturnsAfterTheFuturesAreComplete() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        Semaphore permits = file.holdSyncs();
        CompletableFuture<LogPosition> held = log.append(record(1));
        await().atMost(LONG).until(permits::hasQueuedThreads);
        assertThat(held).isNotDone();
        Semaphore action = new Semaphore(0);
        CompletableFuture<Void> first = log.append(record(1)).thenRun(action::acquireUninterruptibly);
        CompletableFuture<LogPosition> second = log.append(record(1));
        permits.release(2);
        await().atMost(LONG).until(action::hasQueuedThreads);
        assertThat(second).isNotDone();

        CompletableFuture<Boolean> completed = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                log.sync();
                completed.complete(second.isDone());
            } catch (IOException e) {
                completed.completeExceptionally(e);
            }
        });
        waiter.start();
        await().atMost(LONG).until(() -> completed.isDone() || waiter.getState() == Thread.State.WAITING);
        action.release();

        assertThat(completed.get()).isTrue();
        assertThat(first.get()).isNull();
        log.close();
    }

    @Test
    void appendIsRejectedWhileTooManyBytesWait() throws Exception {
        LogWriter log = CombinedLog.create(file, SMALL);
        Semaphore permits = file.holdSyncs();
        List<CompletableFuture<LogPosition>> accepted = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            accepted.add(log.append(record(60)));
        }

        assertThatThrownBy(() -> log.append(record(0)))
                .isInstanceOf(LogFullException.class)
                .hasMessageContaining("400 of 400 bytes");

        permits.release(10);
        log.sync();
        assertThat(accepted).allSatisfy(each -> assertThat(each).isCompleted());
        assertThat(log.append(record(60)).get().sequence()).isEqualTo(4);
        log.close();
    }

    @Test
    void appendWaitsForRoomAndAnInterruptEndsTheWait() throws Exception {
        LogOptions patient = SMALL.withTimeouts(Duration.ofHours(1), Duration.ofMinutes(1));
        LogWriter log = CombinedLog.create(file, patient);
        Semaphore permits = file.holdSyncs();
        for (int i = 0; i < 4; i++) {
            Appends.append(log, record(60));
        }
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Appends.append(log, record(60));
            } catch (IOException e) {
                interrupted.complete(e);
            }
        });
        thread.start();
        awaitWaiting(thread);
        thread.interrupt();
        assertThat(interrupted.get()).isInstanceOf(InterruptedIOException.class);

        Future<LogPosition> waiting =
                threads.submit(() -> log.append(record(60)).join());
        permits.release(10);
        assertThat(waiting.get().sequence())
                .as("the interrupted append has no number")
                .isEqualTo(4);
        log.close();
    }

    @Test
    void theLongestTimeoutIsForever() throws Exception {
        LogWriter log = CombinedLog.create(file, SMALL.withTimeouts(FOREVER, FOREVER));
        Semaphore permits = file.holdSyncs();
        for (int i = 0; i < 4; i++) {
            Appends.append(log, record(60));
        }
        CompletableFuture<LogPosition> fifth = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                fifth.complete(log.append(record(60)).join());
            } catch (IOException | RuntimeException e) {
                fifth.completeExceptionally(e);
            }
        });
        waiting.start();
        awaitWaiting(waiting);
        permits.release(10);
        assertThat(fifth.get().sequence()).isEqualTo(4);
        log.close();
    }

    @Test
    void aFailedSyncFailsEachPendingRecordAndAllLaterCalls() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        CompletableFuture<LogPosition> durable = log.append(record(10));
        log.sync();
        Semaphore permits = file.holdSyncs();
        file.failNextSync(new IOException("pipeline failed"));
        List<CompletableFuture<LogPosition>> pending = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pending.add(log.append(record(10)));
        }
        Future<?> syncing = threads.submit(() -> {
            log.sync();
            return null;
        });
        permits.release(10);

        for (CompletableFuture<LogPosition> each : pending) {
            assertThatThrownBy(each::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(LogFailedException.class);
        }
        assertThat(durable).isCompleted();
        assertThatThrownBy(syncing::get).hasCauseInstanceOf(LogFailedException.class);
        assertThatThrownBy(() -> log.append(record(1)))
                .isInstanceOf(LogFailedException.class)
                .hasMessageContaining("pipeline failed");
        assertThatThrownBy(log::sync).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(log::close).isInstanceOf(LogFailedException.class);
        log.close();
    }

    @Test
    void aFailureWhoseCauseCannotBeCheckedFailsThePendingRecords() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        file.failNextSync(new IOException("client closed"));
        CompletableFuture<LogPosition> written = log.append(record(10));

        assertThatThrownBy(() -> written.get(1, TimeUnit.MINUTES))
                .hasCauseInstanceOf(LogFailedException.class)
                .hasMessageContaining("client closed");
        assertThatThrownBy(log::close).isInstanceOf(LogFailedException.class);
    }

    @Test
    void openSyncsTheRecordsThatItsPredecessorDidNotSync() throws Exception {
        LogWriter crashed = CombinedLog.create(file, LogOptions.defaults());
        Semaphore permits = file.holdSyncs();
        Appends.append(crashed, record(10));
        await().atMost(LONG).until(permits::hasQueuedThreads);
        Future<LogWriter> opening = threads.submit(() -> CombinedLog.open(file, LogOptions.defaults()));
        await().atMost(LONG).until(() -> permits.getQueueLength() == 2);
        permits.release(2);

        try (LogWriter next = opening.get()) {
            assertThat(next.position().sequence()).isEqualTo(1);
            assertThat(file.synced()).isEqualTo(file.bytes().length);
        }
        assertThatThrownBy(crashed::close).isInstanceOf(LogFencedException.class);
    }

    @Test
    void anOutOfMemoryErrorFailsThePendingRecords() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        file.failNextWrite(new OutOfMemoryError("injected"));
        CompletableFuture<LogPosition> written = log.append(record(10));

        assertThatThrownBy(written::join).hasCauseInstanceOf(LogFailedException.class);
        assertThatThrownBy(log::close).isInstanceOf(LogFailedException.class);
    }

    @Test
    void aFencedWriterFailsAndTheNextWriterContinues() throws Exception {
        LogWriter old = CombinedLog.create(file, LogOptions.defaults());
        Appends.append(old, record(10));
        old.sync();
        LogWriter next = CombinedLog.open(file, LogOptions.defaults());

        CompletableFuture<LogPosition> late = old.append(record(10));
        assertThatThrownBy(late::join).hasCauseInstanceOf(LogFencedException.class);
        assertThatThrownBy(() -> old.append(record(1))).isInstanceOf(LogFencedException.class);
        assertThatThrownBy(old::close).isInstanceOf(LogFencedException.class);
        assertThat(next.append(record(10)).get().sequence()).isEqualTo(1);
        next.close();
    }

    @Test
    void aFencedWriterWithoutPendingRecordsFailsWhenItIsClosed() throws Exception {
        LogWriter old = CombinedLog.create(file, LogOptions.defaults());
        LogWriter next = CombinedLog.open(file, LogOptions.defaults());

        assertThatThrownBy(old::close)
                .isInstanceOf(LogFencedException.class)
                .hasMessage("log memory was taken over or deleted by another program");
        next.close();
    }

    @Test
    void missingArgumentsAreReportedByName() throws Exception {
        assertThatThrownBy(() -> CombinedLog.on(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("fileSystem");
        assertThatThrownBy(() -> CombinedLog.create(file, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("options");
        assertThatThrownBy(() -> CombinedLog.open(file, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("options");
        try (LogWriter log = CombinedLog.create(file, SMALL)) {
            assertThatThrownBy(() -> log.append(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("record");
        }
    }

    @Test
    void actionsOfTheCommittingThreadCannotWaitForTheLog() throws Exception {
        LogWriter log = CombinedLog.create(file, SMALL);
        Semaphore permits = file.holdSyncs();
        CompletableFuture<Throwable> sync = new CompletableFuture<>();
        CompletableFuture<Throwable> append = new CompletableFuture<>();
        CompletableFuture<Void> action = log.append(record(60)).thenAccept(position -> {
            sync.complete(catchThrowable(log::sync));
            append.complete(catchThrowable(() -> {
                for (int i = 0; i < 5; i++) {
                    Appends.append(log, record(60));
                }
            }));
        });
        permits.release(10);
        action.join();

        assertThat(sync.get()).isInstanceOf(IllegalStateException.class);
        assertThat(append.get()).isInstanceOf(LogFullException.class);
        log.close();
    }

    @Test
    void recordAboveTheMaximumIsRejected() throws Exception {
        try (LogWriter log = CombinedLog.create(file, SMALL)) {
            assertThatThrownBy(() -> log.append(record(101)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the maximum is 100 bytes");
            assertThat(log.append(record(100)).get().sequence()).isZero();
        }
    }

    @Test
    void closeWritesThePendingRecordsAndEndsTheLog() throws Exception {
        LogWriter log = CombinedLog.create(file, LogOptions.defaults());
        List<CompletableFuture<LogPosition>> written = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            written.add(log.append(record(i)));
        }
        log.close();

        assertThat(written).allSatisfy(each -> assertThat(each).isCompleted());
        assertThat(file.synced()).isEqualTo(file.bytes().length);
        assertThatThrownBy(() -> log.append(record(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }
}
