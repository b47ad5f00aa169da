package org.underbase.combinedlog.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writer of a log. Any number of threads append records; one thread writes them and calls one {@code hsync} for all records that
 * arrived during the previous one (group commit). A record is acknowledged when that call returned: it is then on the disks of
 * all DataNodes of the file's pipeline.
 *
 * <p>Records that are not acknowledged are kept in memory, up to {@link LogOptions#maxPendingBytes}. If a record exceeds this
 * limit, its append waits, and after {@link LogOptions#appendTimeout} throws {@link LogFullException}.
 *
 * <p>The first failure of HDFS, or the loss of the lease, is final: all pending and later calls fail with a
 * {@link LogFailedException}, and none of the pending records is acknowledged. {@link CombinedLog#open} continues the log.
 *
 * <p>Futures are completed by the committing thread. An action that depends on a future runs in this thread, unless it uses an
 * {@code Async} method, and delays later commits; it must not call {@link #sync} or {@link #close}. Thread-safe.
 */
public final class LogWriter implements Closeable {
    private final String name;
    private final LogFile.Output out;
    private final LogOptions options;
    private final long salt;
    private final Thread committer;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Condition committed = lock.newCondition();

    // Guarded by the lock.
    private List<Pending> filling = new ArrayList<>();
    private List<Pending> committing = new ArrayList<>();
    private long nextSequence;
    private long nextOffset;
    private long pendingBytes;
    private long durableSequence;
    private LogFailedException failure;
    private boolean closing;
    private boolean closed;

    /** Record that is not acknowledged. */
    private static final class Pending {
        private final LogPosition position;
        private final byte[] bytes;
        private final CompletableFuture<LogPosition> written = new CompletableFuture<>();

        Pending(LogPosition position, byte[] bytes) {
            this.position = position;
            this.bytes = bytes;
        }
    }

    LogWriter(String name, LogFile.Output out, long salt, LogPosition next, LogOptions options) {
        this.name = name;
        this.out = out;
        this.options = options;
        this.salt = salt;
        this.nextSequence = next.sequence();
        this.nextOffset = next.offset();
        this.durableSequence = next.sequence();
        this.committer = new Thread(this::commitAll, LogThread.PREFIX + "writer " + name);
        committer.setDaemon(true);
        committer.start();
    }

    /**
     * Appends a record.
     *
     * @param record content, 0 to {@link LogOptions#maxRecordBytes} bytes from its position to its limit; copied, and its position
     *     is unchanged
     * @return future that completes with the record's position when the record is on disk, and fails with a
     *     {@link LogFailedException} if that is unknown
     * @throws IllegalArgumentException if the record is too large
     * @throws LogFullException if too many bytes wait for the disk
     * @throws LogFailedException if the log has failed
     * @throws InterruptedIOException if the thread is interrupted while it waits; the record was not appended
     * @throws IOException if the log is closed
     */
    public CompletableFuture<LogPosition> append(ByteBuffer record) throws IOException {
        int length = Objects.requireNonNull(record, "record").remaining();
        if (length > options.maxRecordBytes()) {
            throw new IllegalArgumentException(
                    "record of " + length + " bytes: the maximum is " + options.maxRecordBytes() + " bytes");
        }
        byte[] bytes = LogFormat.allocate(record, salt);
        lock.lock();
        try {
            awaitRoom(bytes.length);
            Pending pending = new Pending(new LogPosition(nextSequence, nextOffset), bytes);
            LogFormat.seal(bytes, LogFormat.DATA, pending.position, salt);
            // Nothing can fail after this line: a number without a record would make the log unreadable.
            filling.add(pending);
            nextSequence++;
            nextOffset += bytes.length;
            pendingBytes += bytes.length;
            work.signal();
            return pending.written;
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom(int bytes) throws IOException {
        long left = TimeUnit.NANOSECONDS.convert(options.appendTimeout());
        requireOpen();
        while (pendingBytes + bytes > options.maxPendingBytes()) {
            if (left <= 0 || Thread.currentThread() == committer) {
                throw new LogFullException("cannot append to log " + name + ": " + pendingBytes + " of "
                        + options.maxPendingBytes() + " bytes wait for the disk");
            }
            try {
                left = room.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting to append to log " + name);
            }
            requireOpen();
        }
    }

    private void requireOpen() throws IOException {
        if (failure != null) {
            throw failed();
        }
        if (closing) {
            throw new IOException("log " + name + " is closed");
        }
    }

    /** Returns an exception with the stack of the caller. */
    private LogFailedException failed() {
        return failure instanceof LogFencedException
                ? new LogFencedException(failure.getMessage(), failure)
                : new LogFailedException(failure.getMessage(), failure);
    }

    /**
     * Waits until all records that were appended before this call are on disk, and their futures are complete. So it also waits
     * for actions that depend on these futures and run in the thread that completes them.
     *
     * @throws LogFailedException if that is unknown for one of them
     * @throws InterruptedIOException if the thread is interrupted while it waits
     * @throws IllegalStateException if an action that depends on a future calls it: the wait would never end
     */
    public void sync() throws IOException {
        requireOtherThread();
        lock.lock();
        try {
            long end = nextSequence;
            while (durableSequence < end) {
                if (failure != null) {
                    throw failed();
                }
                committed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for log " + name);
        } finally {
            lock.unlock();
        }
    }

    private void requireOtherThread() {
        if (Thread.currentThread() == committer) {
            throw new IllegalStateException("the thread that commits log " + name + " cannot wait for it");
        }
    }

    /**
     * Returns the position of the next record.
     *
     * @return number and offset
     */
    public LogPosition position() {
        lock.lock();
        try {
            return new LogPosition(nextSequence, nextOffset);
        } finally {
            lock.unlock();
        }
    }

    private void commitAll() {
        try {
            for (List<Pending> batch = take(); !batch.isEmpty(); batch = take()) {
                for (Pending each : batch) {
                    out.write(each.bytes);
                }
                out.sync();
                acknowledge(batch);
            }
        } catch (IOException e) {
            fail(e, isFenced(e));
        } catch (InterruptedException | RuntimeException | Error e) {
            // An Error, such as OutOfMemoryError: the waiting threads would wait forever.
            fail(e, false);
        }
    }

    private boolean isFenced(IOException cause) {
        try {
            return out.isFenced(cause);
        } catch (RuntimeException e) {
            // Such as in a closed client: the waiting threads need the first failure.
            cause.addSuppressed(e);
            return false;
        }
    }

    /** Waits for records; returns none when the log is closed. */
    private List<Pending> take() throws InterruptedException {
        lock.lock();
        try {
            // An idle log keeps no records in memory.
            committing.clear();
            while (filling.isEmpty() && !closing) {
                work.await();
            }
            List<Pending> next = new ArrayList<>();
            committing = filling;
            filling = next;
            return committing;
        } finally {
            lock.unlock();
        }
    }

    private void acknowledge(List<Pending> batch) {
        // Before sync() returns.
        batch.forEach(each -> each.written.complete(each.position));
        lock.lock();
        try {
            for (Pending each : batch) {
                pendingBytes -= each.bytes.length;
            }
            durableSequence += batch.size();
            room.signalAll();
            committed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable cause, boolean fenced) {
        String message = "log " + name + " failed: "
                + (fenced
                        ? "another program has taken over or deleted the log"
                        : firstLine(cause) + "; open it again to continue");
        LogFailedException failed =
                fenced ? new LogFencedException(message, cause) : new LogFailedException(message, cause);
        List<List<Pending>> unknown;
        lock.lock();
        try {
            failure = failed;
            unknown = List.of(committing, filling);
            filling = new ArrayList<>();
            committing = new ArrayList<>();
            pendingBytes = 0;
            room.signalAll();
            committed.signalAll();
        } finally {
            lock.unlock();
        }
        // A future that is already complete stays as it is.
        unknown.forEach(batch -> batch.forEach(each -> each.written.completeExceptionally(failed)));
        out.abandon();
    }

    /** Exceptions of the NameNode contain its stack trace. */
    private static String firstLine(Throwable cause) {
        return cause.toString().lines().findFirst().orElse("");
    }

    /**
     * Waits until all records are on disk and closes the file. Later appends are rejected.
     *
     * @throws LogFailedException if the log has failed: records whose futures did not complete may be missing
     * @throws IOException if the file cannot be closed; all records are on disk
     */
    @Override
    public void close() throws IOException {
        requireOtherThread();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closing = true;
            work.signal();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        joinCommitter();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            if (failure != null) {
                throw failed();
            }
        } finally {
            lock.unlock();
        }
        LogThread.run(this::closeFile);
    }

    private void joinCommitter() throws IOException {
        try {
            committer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while closing log " + name + "; close it again");
        }
    }

    private String closeFile() throws IOException {
        try {
            out.close();
            return name;
        } catch (IOException e) {
            if (isFenced(e)) {
                throw new LogFencedException("log " + name + " was taken over or deleted by another program", e);
            }
            throw e;
        }
    }
}
