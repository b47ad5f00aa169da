package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.combinedlog.client.CombinedLog;

/** Concurrent writers of files and of logs, until the crash. */
final class Load {
    private static final int FILE_WRITERS = 12;
    private static final int LOG_WRITERS = 4;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration INTERRUPTS = Duration.ofMillis(50);

    private final DistributedFileSystem fs;
    private final AtomicLong acks = new AtomicLong();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private Load(DistributedFileSystem fs) {
        this.fs = fs;
    }

    /**
     * Starts the writers.
     *
     * @param name prefix of the files' names, unique in the run
     */
    static Load start(DistributedFileSystem fs, String name, Random random) {
        Load load = new Load(fs);
        for (int i = 0; i < FILE_WRITERS; i++) {
            load.start(new LogWriter(fs, name + "-w" + i, random.nextLong(), load.acks));
        }
        CombinedLog logs = CombinedLog.on(fs);
        for (int i = 0; i < LOG_WRITERS; i++) {
            load.start(new RecordWriter(logs, name + "-log" + i, random.nextLong(), load.acks));
        }
        return load;
    }

    private void start(Writer writer) {
        writers.add(writer);
        Thread thread = new Thread(writer, "writer-" + writers.size());
        threads.add(thread);
        thread.start();
    }

    /** Waits for acknowledged hsyncs and records, or the failure of a writer. */
    void awaitAcks(long acknowledgements) throws Violation {
        try {
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> acks.get() >= acknowledgements
                            || writers.stream()
                                    .anyMatch(writer -> writer.failure().isPresent()));
        } catch (ConditionTimeoutException e) {
            crash();
            throw new Violation("only " + acks + " acknowledgements in " + LIMIT.toMinutes() + " minutes", e);
        }
    }

    /** Freezes the state of all files: call it before the crash. */
    void crash() {
        writers.forEach(Writer::crash);
    }

    /** Waits for the ends of all writers after {@link #crash}. */
    void join() throws InterruptedException, Violation {
        for (Thread thread : threads) {
            // The close of a file repeats its call to the NameNode for seconds. An interrupt ends one pause.
            while (thread.isAlive()) {
                thread.interrupt();
                thread.join(INTERRUPTS.toMillis());
            }
        }
        for (Writer writer : writers) {
            Optional<Exception> failure = writer.failure();
            if (failure.isPresent()) {
                throw new Violation("a writer failed before the crash: " + failure.get(), failure.get());
            }
        }
    }

    /**
     * Compares all files.
     *
     * @param powerFailure whether only synced bytes must have survived, otherwise also flushed ones
     */
    void check(boolean powerFailure, Counts counts) throws IOException, Violation {
        FileCheck check = new FileCheck(fs, powerFailure);
        for (Writer writer : writers) {
            writer.beginCheck(check);
        }
        for (Writer writer : writers) {
            writer.check(check, counts);
        }
        counts.add(Counts.SYNCS, acks.get());
    }

    /** Compares all files with their content at the last {@link #check}, also those that were never synced. */
    void checkUnchanged() throws IOException, Violation {
        FileCheck check = new FileCheck(fs, false);
        for (Writer writer : writers) {
            writer.checkUnchanged(check);
        }
    }
}
