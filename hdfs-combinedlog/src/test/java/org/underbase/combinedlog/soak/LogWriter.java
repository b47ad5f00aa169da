package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Writer of files with the operations of logs, until its DataNode crashes. */
final class LogWriter implements Writer {
    /** Block size in bytes: a file of the soak fits into one block. */
    static final int BLOCK = 8 << 20;

    private static final int LONGEST = 400_000;
    private static final Duration POLL = Duration.ofMillis(20);

    private final DistributedFileSystem fs;
    private final String name;
    private final Random random;
    private final AtomicLong acks;
    private final List<LogFile> files = new ArrayList<>();
    /** Lengths at the last check. */
    private final Map<LogFile, Long> lengths = new LinkedHashMap<>();

    private final byte[] buffer = new byte[LONGEST];
    private volatile boolean crashed;
    private volatile Exception failure;

    LogWriter(DistributedFileSystem fs, String name, long seed, AtomicLong acks) {
        this.fs = fs;
        this.name = name;
        this.random = new Random(seed);
        this.acks = acks;
    }

    private synchronized List<LogFile> files() {
        return List.copyOf(files);
    }

    @Override
    public synchronized void crash() {
        crashed = true;
        files.forEach(LogFile::crash);
    }

    private synchronized LogFile newFile() {
        LogFile file = new LogFile(new Path("/soak/" + name + "-" + files.size()), random.nextLong());
        if (crashed) {
            file.crash();
        }
        files.add(file);
        return file;
    }

    @Override
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void beginCheck(FileCheck check) throws IOException {
        for (LogFile file : files()) {
            check.begin(file);
        }
    }

    @Override
    public void check(FileCheck check, Counts counts) throws IOException, Violation {
        for (LogFile file : files()) {
            long bytes = check.file(file);
            if (bytes > 0) {
                lengths.put(file, bytes);
                counts.add(Counts.FILES, 1);
                counts.add(Counts.BYTES, bytes);
            }
        }
    }

    @Override
    public void checkUnchanged(FileCheck check) throws IOException, Violation {
        for (Map.Entry<LogFile, Long> each : lengths.entrySet()) {
            long bytes = check.file(each.getKey());
            if (bytes != each.getValue()) {
                throw new Violation(each.getKey() + " has " + bytes + " instead of " + each.getValue() + " bytes");
            }
        }
    }

    @Override
    public void run() {
        try {
            while (!crashed) {
                file();
            }
        } catch (IOException | RuntimeException e) {
            if (!crashed) {
                failure = e;
            }
        }
    }

    private void file() throws IOException {
        LogFile file = newFile();
        FSDataOutputStream out = fs.create(file.path(), false, 4096, (short) 1, BLOCK);
        write(file, out, 10 + random.nextInt(150));
        int what = random.nextInt(10);
        if (what < 3 && !crashed) {
            file.reopens(file.written());
            write(file, fs.append(file.path()), 1 + random.nextInt(30));
        } else if (what < 5 && !crashed && file.written() > 0) {
            truncate(file);
        } else if (what < 7) {
            file.deleting();
            fs.delete(file.path(), false);
        }
    }

    private void truncate(LogFile file) throws IOException {
        long length = (long) (random.nextDouble() * file.written());
        file.reopens(length);
        if (!fs.truncate(file.path(), length)) {
            // Block recovery takes a heartbeat or two.
            await().forever().pollInterval(POLL).until(() -> crashed || fs.isFileClosed(file.path()));
        }
        if (!crashed) {
            file.closed();
        }
    }

    private void write(LogFile file, FSDataOutputStream out, int steps) throws IOException {
        for (int i = 0; i < steps && !crashed; i++) {
            int bytes = random.nextInt(60) == 0 ? LONGEST - random.nextInt(200_000) : 1 + random.nextInt(3000);
            if (file.written() + bytes > BLOCK) {
                break;
            }
            Contents.fill(file.seed(), file.written(), buffer, bytes);
            file.writing();
            out.write(buffer, 0, bytes);
            file.wrote(bytes);
            int how = random.nextInt(10);
            if (how < 6) {
                out.hsync();
                file.synced();
                acks.incrementAndGet();
            } else if (how < 8) {
                out.hflush();
                file.flushed();
            }
        }
        if (crashed) {
            // The check recovers its lease.
            return;
        }
        if (file.durable() > 0) {
            // Bytes after the last sync may exceed the sync limit of a finalization.
            out.hsync();
            file.synced();
        }
        out.close();
        file.closed();
    }
}
