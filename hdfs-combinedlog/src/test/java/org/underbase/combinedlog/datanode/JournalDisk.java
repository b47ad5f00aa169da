package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.JournalDevice;
import org.underbase.combinedlog.journal.JournalFile;

/**
 * The disk of the journals of all DataNodes that start from now on. It does what a test asks: refuse writes, have no room for
 * new segments, take its time with a force or with a new segment.
 */
final class JournalDisk implements AutoCloseable {
    private static final String NO_SPACE = "No space left on device";

    private final SafeJournal.Opener before = SafeJournal.OPENER.get();
    private final AtomicReference<CountDownLatch> forces = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicReference<CountDownLatch> segments = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicInteger forcesHeld = new AtomicInteger();
    private final AtomicInteger segmentsHeld = new AtomicInteger();
    private volatile boolean refuses;
    private volatile boolean full;

    private JournalDisk() {}

    static JournalDisk install() {
        JournalDisk disk = new JournalDisk();
        SafeJournal.OPENER.set(directory -> disk.over(DirectoryDevice.open(directory)));
        return disk;
    }

    /** Every write and force fails with an I/O error. */
    void refuses(boolean on) {
        refuses = on;
    }

    /** Files that are there can be written; none can be made. */
    void full(boolean on) {
        full = on;
    }

    /** Forces wait from now on. */
    void holdForces() {
        forces.set(new CountDownLatch(1));
    }

    void releaseForces() {
        forces.get().countDown();
    }

    /** How many forces waited. */
    int forcesHeld() {
        return forcesHeld.get();
    }

    /** New segments wait from now on. */
    void holdSegments() {
        segments.set(new CountDownLatch(1));
    }

    void releaseSegments() {
        segments.get().countDown();
    }

    /** How many new segments waited. */
    int segmentsHeld() {
        return segmentsHeld.get();
    }

    /** Sound again, and nothing waits. */
    void mend() {
        refuses = false;
        full = false;
        releaseForces();
        releaseSegments();
    }

    @Override
    public void close() {
        mend();
        SafeJournal.OPENER.set(before);
    }

    private static void pass(CountDownLatch gate, AtomicInteger waited) throws IOException {
        if (gate.getCount() > 0) {
            waited.incrementAndGet();
        }
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void check() throws IOException {
        if (refuses) {
            throw new IOException("Input/output error");
        }
    }

    private JournalDevice over(JournalDevice real) {
        return new JournalDevice() {
            @Override
            public List<String> list() throws IOException {
                return real.list();
            }

            @Override
            public JournalFile open(String name) throws IOException {
                return file(real.open(name));
            }

            @Override
            public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
                pass(segments.get(), segmentsHeld);
                check();
                if (full) {
                    throw new IOException(NO_SPACE);
                }
                return file(real.create(name, size, rest));
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

    private JournalFile file(JournalFile real) {
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
            public void force() throws IOException {
                pass(forces.get(), forcesHeld);
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
