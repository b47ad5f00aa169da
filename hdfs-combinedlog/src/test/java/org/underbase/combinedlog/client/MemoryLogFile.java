package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.fs.FileAlreadyExistsException;

/** File in memory with the crash behavior of HDFS: a crash keeps a prefix that contains at least all synced bytes. */
final class MemoryLogFile implements LogFile {
    private byte[] content = new byte[0];
    private int length;
    private int synced;
    private boolean exists;
    private int syncs;
    private int visible = Integer.MAX_VALUE;
    private MemoryOutput writer;
    private Throwable nextWrite;
    private Throwable nextSync;
    private Semaphore syncPermits = new Semaphore(Integer.MAX_VALUE);

    /** Each sync waits for a permit. */
    Semaphore holdSyncs() {
        Semaphore permits = new Semaphore(0);
        syncPermits = permits;
        return permits;
    }

    synchronized void failNextSync(Throwable cause) {
        nextSync = cause;
    }

    synchronized void failNextWrite(Throwable cause) {
        nextWrite = cause;
    }

    synchronized int syncs() {
        return syncs;
    }

    synchronized byte[] bytes() {
        return Arrays.copyOf(content, length);
    }

    /** Limits the readable length, as a DataNode does whose acknowledgements are late. */
    synchronized void show(int bytes) {
        visible = bytes;
    }

    synchronized int synced() {
        return synced;
    }

    /** Replaces the content, which is then durable. */
    synchronized void set(byte[] bytes) {
        content = bytes.clone();
        length = bytes.length;
        synced = length;
        exists = true;
    }

    /** Ends the writer, and keeps any prefix with all synced bytes. */
    synchronized void crash(Random random) {
        writer = null;
        length = synced + random.nextInt(length - synced + 1);
        synced = length;
    }

    @Override
    public synchronized Output create(LogOptions options) throws IOException {
        if (exists) {
            throw new FileAlreadyExistsException("memory");
        }
        exists = true;
        writer = new MemoryOutput();
        return writer;
    }

    @Override
    public synchronized Output append() throws IOException {
        requireExists();
        if (writer != null) {
            throw new IOException("another writer holds the lease");
        }
        writer = new MemoryOutput();
        return writer;
    }

    @Override
    public synchronized Input open() throws IOException {
        requireExists();
        return new MemoryInput(Arrays.copyOf(content, Math.min(visible, length)));
    }

    @Override
    public synchronized OptionalLong closedLength() throws IOException {
        requireExists();
        return writer == null ? OptionalLong.of(length) : OptionalLong.empty();
    }

    @Override
    public synchronized void recover(Duration timeout) throws IOException {
        requireExists();
        writer = null;
    }

    private void requireExists() throws FileNotFoundException {
        if (!exists) {
            throw new FileNotFoundException("memory");
        }
    }

    @Override
    public String describe() {
        return "memory";
    }

    private final class MemoryOutput implements Output {
        @Override
        public long position() {
            synchronized (MemoryLogFile.this) {
                return length;
            }
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            synchronized (MemoryLogFile.this) {
                requireLease();
                Throwable failure = nextWrite;
                nextWrite = null;
                raise(failure);
                if (length + bytes.length > content.length) {
                    content = Arrays.copyOf(content, 2 * (length + bytes.length));
                }
                System.arraycopy(bytes, 0, content, length, bytes.length);
                length += bytes.length;
            }
        }

        @Override
        public void sync() throws IOException {
            syncPermits.acquireUninterruptibly();
            synchronized (MemoryLogFile.this) {
                requireLease();
                Throwable failure = nextSync;
                nextSync = null;
                raise(failure);
                syncs++;
                synced = length;
            }
        }

        private void requireLease() throws IOException {
            if (writer != this) {
                throw new IOException("lease lost");
            }
        }

        private static void raise(Throwable failure) throws IOException {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (IOException) failure;
            }
        }

        @Override
        public boolean isFenced(IOException failure) {
            if (failure.getMessage().equals("client closed")) {
                throw new IllegalStateException("no connection");
            }
            return failure.getMessage().equals("lease lost");
        }

        @Override
        public void close() throws IOException {
            synchronized (MemoryLogFile.this) {
                requireLease();
                writer = null;
            }
        }

        @Override
        public void abandon() {
            // As in HDFS, the file stays open until a recovery.
        }
    }

    private static final class MemoryInput implements Input {
        private final byte[] bytes;

        MemoryInput(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public void read(long offset, byte[] into) {
            System.arraycopy(bytes, (int) offset, into, 0, into.length);
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
