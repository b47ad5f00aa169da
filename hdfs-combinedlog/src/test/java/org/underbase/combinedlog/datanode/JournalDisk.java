package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.JournalDevice;
import org.underbase.combinedlog.journal.JournalFile;

/**
 * Disk of the journals of all DataNodes that start from now on. A test can make writes fail, deny space for new segments, and
 * delay fsyncs.
 */
final class JournalDisk implements AutoCloseable {
    private static final String NO_SPACE = "No space left on device";

    private final JournalMarkers.Opener before = JournalMarkers.OPENER.get();
    private final AtomicReference<CountDownLatch> fsyncs = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicInteger fsyncsHeld = new AtomicInteger();
    private volatile Predicate<Path> held = any -> true;
    private volatile boolean fail;
    private volatile boolean full;

    private JournalDisk() {}

    static JournalDisk install() {
        JournalDisk disk = new JournalDisk();
        JournalMarkers.OPENER.set(directory -> disk.over(DirectoryDevice.open(directory), directory.toRealPath()));
        return disk;
    }

    /** Makes every write and fsync fail with an I/O error. */
    void fail(boolean on) {
        fail = on;
    }

    /** Makes the creation of files fail; existing files stay writable. */
    void full(boolean on) {
        full = on;
    }

    /** Delays fsyncs until {@link #releaseFsyncs}. */
    void holdFsyncs() {
        holdFsyncs(any -> true);
    }

    /** Delays the fsyncs of the journals in some directories until {@link #releaseFsyncs}. */
    void holdFsyncs(Predicate<Path> directories) {
        held = directories;
        fsyncs.set(new CountDownLatch(1));
    }

    void releaseFsyncs() {
        fsyncs.get().countDown();
    }

    /** How many fsyncs waited. */
    int fsyncsHeld() {
        return fsyncsHeld.get();
    }

    /** Ends all failures and delays. */
    void repair() {
        fail = false;
        full = false;
        releaseFsyncs();
    }

    @Override
    public void close() {
        repair();
        JournalMarkers.OPENER.set(before);
    }

    private void pass(Path directory) throws IOException {
        CountDownLatch gate = fsyncs.get();
        if (gate.getCount() == 0 || !held.test(directory)) {
            return;
        }
        fsyncsHeld.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void check() throws IOException {
        if (fail) {
            throw new IOException("Input/output error");
        }
    }

    private JournalDevice over(JournalDevice real, Path directory) {
        return new JournalDevice() {
            @Override
            public List<String> list() throws IOException {
                return real.list();
            }

            @Override
            public JournalFile open(String name) throws IOException {
                return file(real.open(name), directory);
            }

            @Override
            public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
                check();
                if (full) {
                    throw new IOException(NO_SPACE);
                }
                return file(real.create(name, size, rest), directory);
            }

            @Override
            public void delete(String name) throws IOException {
                check();
                real.delete(name);
            }

            @Override
            public String describe() {
                return real.describe();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    private JournalFile file(JournalFile real, Path directory) {
        return new JournalFile() {
            @Override
            public long size() throws IOException {
                return real.size();
            }

            @Override
            public void read(ByteBuffer buffer, long position) throws IOException {
                real.read(buffer, position);
            }

            @Override
            public void write(ByteBuffer buffer, long position) throws IOException {
                check();
                real.write(buffer, position);
            }

            @Override
            public boolean commit(ByteBuffer buffer, long position) throws IOException {
                check();
                pass(directory);
                check();
                return real.commit(buffer, position);
            }

            @Override
            public void force() throws IOException {
                pass(directory);
                check();
                real.force();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }
}
