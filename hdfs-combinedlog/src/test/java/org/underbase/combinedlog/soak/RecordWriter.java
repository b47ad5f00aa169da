package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.underbase.combinedlog.client.CombinedLog;
import org.underbase.combinedlog.client.LogOptions;
import org.underbase.combinedlog.client.LogPosition;
import org.underbase.combinedlog.client.LogReader;
import org.underbase.combinedlog.client.LogRecord;
import org.underbase.combinedlog.client.LogWriter;

/** Program that writes logs of {@code org.underbase.combinedlog.client} until its DataNode crashes, and continues them afterwards. */
final class RecordWriter implements Writer {
    private static final LogOptions OPTIONS = LogOptions.defaults().withFile(1, 8 << 20);
    private static final Duration RECOVERY = Duration.ofMinutes(2);
    private static final int LONGEST_BURST = 20;

    private final CombinedLog logs;
    private final String name;
    private final Random random;
    private final AtomicLong acks;
    private final List<RecordLog> all = new ArrayList<>();
    private volatile boolean crashed;
    private volatile Exception failure;

    RecordWriter(CombinedLog logs, String name, long seed, AtomicLong acks) {
        this.logs = logs;
        this.name = name;
        this.random = new Random(seed);
        this.acks = acks;
    }

    private synchronized List<RecordLog> all() {
        return List.copyOf(all);
    }

    @Override
    public synchronized void crash() {
        crashed = true;
        all.forEach(RecordLog::crash);
    }

    private synchronized RecordLog newLog() {
        RecordLog log = new RecordLog(new Path("/soak/" + name + "-" + all.size()), random.nextLong());
        if (crashed) {
            log.crash();
        }
        all.add(log);
        return log;
    }

    @Override
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void run() {
        try {
            while (!crashed) {
                log();
            }
        } catch (IOException | RuntimeException e) {
            if (!crashed) {
                failure = e;
            }
        }
    }

    /** Writes a log, closes it, and perhaps continues it. A crash leaves it open. */
    private void log() throws IOException {
        RecordLog log = newLog();
        LogWriter writer = logs.create(log.path(), OPTIONS);
        log.created();
        append(log, writer);
        while (!crashed && random.nextInt(3) == 0) {
            append(log, logs.open(log.path(), OPTIONS));
        }
    }

    private void append(RecordLog log, LogWriter writer) throws IOException {
        for (int bursts = 1 + random.nextInt(30); bursts > 0 && !crashed; bursts--) {
            CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
            for (int records = 1 + random.nextInt(LONGEST_BURST); records > 0; records--) {
                last = append(log, writer, writer.position().sequence());
            }
            if (random.nextBoolean()) {
                writer.sync();
            } else {
                last.join();
            }
            acks.incrementAndGet();
        }
        if (!crashed) {
            writer.close();
        }
    }

    private CompletableFuture<Void> append(RecordLog log, LogWriter writer, long sequence) throws IOException {
        CompletableFuture<LogPosition> written = writer.append(log.record(sequence));
        return written.thenAccept(position -> {
            if (position.sequence() != sequence) {
                throw new IllegalStateException(log + ": record " + sequence + " was written as " + position);
            }
            log.acknowledged(position);
        });
    }

    @Override
    public void beginCheck(FileCheck check) throws IOException {
        for (RecordLog log : all()) {
            if (log.isCreated() && !check.fs().isFileClosed(log.path())) {
                // The recovery may finish later.
                check.fs().recoverLease(log.path());
            }
        }
    }

    /** Continues each log with one record, and reads all records. */
    @Override
    public void check(FileCheck check, Counts counts) throws IOException, Violation {
        for (RecordLog log : all()) {
            if (log.isCreated()) {
                long records;
                try (LogWriter writer = logs.open(log.path(), OPTIONS)) {
                    records = writer.position().sequence();
                    if (records < log.acknowledged()) {
                        throw new Violation(log + " has " + records + " records");
                    }
                    append(log, writer, records).join();
                }
                read(log, records + 1);
                log.checked(records + 1);
                counts.add(Counts.LOG_RECORDS, records + 1);
            }
        }
    }

    @Override
    public void checkUnchanged(FileCheck check) throws IOException, Violation {
        for (RecordLog log : all()) {
            if (log.checked() > 0) {
                logs.recover(log.path(), RECOVERY);
                read(log, log.checked());
            }
        }
    }

    private void read(RecordLog log, long records) throws IOException, Violation {
        try (LogReader reader = logs.read(log.path())) {
            for (long sequence = 0; sequence < records; sequence++) {
                Optional<LogRecord> next = reader.next();
                if (next.isEmpty()) {
                    throw new Violation(log + " lacks record " + sequence + " of " + records);
                }
                if (!next.get().data().equals(log.record(sequence))) {
                    throw new Violation(log + " has a wrong record " + sequence);
                }
            }
            Optional<LogRecord> more = reader.next();
            if (more.isPresent()) {
                throw new Violation(
                        log + " has the record " + more.get().position() + " after " + records + " records");
            }
        }
    }
}
