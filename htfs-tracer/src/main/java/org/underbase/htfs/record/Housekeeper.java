package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.operator.config.ConfigKey;

/**
 * The background thread that lists the trace directory, deletes segments because of its limits, and polls the control
 * file. These operations take long with many files or a hung disk, so that the writer waits for them at most 2 s.
 *
 * <p>{@link #room}, {@link #wrote} and {@link #usage} are for the writer's thread.
 */
final class Housekeeper implements Runnable {
    private static final Logger LOG = TracerLog.of(Tracer.class);

    /** Interval between listings while this process writes, because others may write, too. */
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Interval between listings otherwise, because segments become too old. */
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Maximum time that the writer waits for a listing. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Interval between listings that cannot make space. */
    private static final long HOPELESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Entries of a listing in memory, about 5 MB. A larger directory takes several listings. */
    private static final int KEPT = 1 << 14;

    /** A limit of the directory. */
    enum Limit {
        SIZE(TraceKeys.MAX_BYTES, "their maximum size"),
        NUMBER(TraceKeys.MAX_SEGMENTS, "their maximum number"),
        FREE_SPACE(TraceKeys.MIN_FREE, "the minimum free space of the file system"),
        AGE(TraceKeys.MAX_AGE, "their maximum age");

        private final String key;
        private final String description;

        Limit(ConfigKey key, String description) {
            this.key = key.name();
            this.description = description;
        }

        /** Returns the name of its key. */
        String key() {
            return key;
        }

        String description() {
            return description;
        }
    }

    /** Lookup of the file system of a path. */
    interface Stores {
        FileStore of(Path path) throws IOException;
    }

    /** Access to the tracer. */
    interface Owner {
        LiveSettings live();

        /** Ends the recording because of a bug. */
        void failed(Throwable cause);
    }

    /**
     * A block that needs space.
     *
     * @param bytes its size, in bytes
     * @param opens whether it needs another segment
     */
    private record Request(long bytes, boolean opens, CountDownLatch done) {}

    private static final Request NONE = new Request(0, false, new CountDownLatch(0));

    private final Settings settings;
    private final Metrics metrics;
    private final Owner owner;
    private final Runnable control;
    private final TraceDir dir;
    private final Stores stores;
    private final DirectoryUsage usage = new DirectoryUsage();
    private final Thread thread;
    private final AtomicReference<Request> requested = new AtomicReference<>();

    private volatile boolean closing;
    private volatile boolean written;
    private volatile boolean listed;
    private volatile FileStore store;

    /** Whether the writer has waited for the first listing. */
    private boolean waited;

    /** Time before which no listing can make space, or 0. */
    private long hopelessNanos;

    private String problem = "";

    Housekeeper(Settings settings, SegmentHeader process, Metrics metrics, Tracer tracer) {
        this(
                settings,
                metrics,
                new Owner() {
                    @Override
                    public LiveSettings live() {
                        return tracer.live();
                    }

                    @Override
                    public void failed(Throwable cause) {
                        tracer.failed(cause);
                    }
                },
                new ControlFile(settings.control(), tracer)::poll,
                new TraceDir(settings.dir(), process, KEPT),
                Files::getFileStore);
    }

    Housekeeper(Settings settings, Metrics metrics, Owner owner, Runnable control, TraceDir dir, Stores stores) {
        this.settings = settings;
        this.metrics = metrics;
        this.owner = owner;
        this.control = control;
        this.dir = dir;
        this.stores = stores;
        this.thread = TracerThreads.daemon("underbase-trace-housekeeper", this);
    }

    void start() {
        thread.start();
    }

    /** Stops the thread. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
    }

    DirectoryUsage usage() {
        return usage;
    }

    /** Counts the current segment. */
    void wrote(SegmentWriter segment) {
        usage.wrote(segment);
        written = true;
    }

    /**
     * Makes space for a block.
     *
     * @param bytes its size, in bytes
     * @param opens whether it needs another segment
     * @param live current settings
     * @return null if there is space, otherwise the reached limit
     */
    Limit room(long bytes, boolean opens, LiveSettings live) {
        Limit limit = exceeded(bytes, opens, live);
        if (limit == null && (listed || waited)) {
            return null;
        }
        long now = System.nanoTime();
        if (limit != null && hopelessNanos != 0 && now - hopelessNanos < 0) {
            return limit;
        }
        waited = true;
        await(new Request(bytes, opens, new CountDownLatch(1)));
        limit = exceeded(bytes, opens, live);
        hopelessNanos = limit == null ? 0 : System.nanoTime() + HOPELESS_NANOS;
        return limit;
    }

    private void await(Request request) {
        if (!thread.isAlive()) {
            return;
        }
        requested.set(request);
        LockSupport.unpark(thread);
        try {
            if (!request.done().await(WAIT_NANOS, TimeUnit.NANOSECONDS)) {
                LOG.debug("Listing {} takes long: the writer continues", settings.dir());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            long controlNanos = System.nanoTime();
            long listNanos = controlNanos;
            while (!closing) {
                long now = System.nanoTime();
                if (now - controlNanos >= 0) {
                    controlNanos = now + settings.controlNanos();
                    control.run();
                }
                Request request = requested.getAndSet(null);
                if (request != null || now - listNanos >= 0) {
                    written = false;
                    Request need = request == null ? NONE : request;
                    pass(need.bytes(), need.opens());
                    need.done().countDown();
                    listNanos = System.nanoTime() + IDLE_NANOS;
                } else if (written) {
                    listNanos = Math.min(listNanos - now, BUSY_NANOS) + now;
                }
                now = System.nanoTime();
                LockSupport.parkNanos(this, Math.min(controlNanos - now, listNanos - now));
            }
        } catch (RuntimeException | Error e) {
            LOG.error("The tracer failed and stopped recording; the traces written so far are valid", e);
            owner.failed(e);
        } finally {
            Request request = requested.getAndSet(null);
            if (request != null) {
                request.done().countDown();
            }
        }
    }

    /** Lists the directory and deletes segments beyond the limits. */
    void pass(long bytes, boolean opens) {
        try {
            LiveSettings live = owner.live();
            boolean again;
            do {
                Set<String> before = usage.names();
                TraceDir.Listing listing = dir.list(before);
                usage.listed(listing, before);
                int deleted = live.stop() ? 0 : delete(listing, bytes, opens, live);
                again = deleted > 0 && !listing.complete() && !closing;
            } while (again);
            problem = "";
        } catch (IOException e) {
            if (!e.toString().equals(problem)) {
                problem = e.toString();
                LOG.warn("Cannot list the traces in {}: {}; nothing is deleted", settings.dir(), problem);
            }
        }
        listed = true;
    }

    private int delete(TraceDir.Listing listing, long bytes, boolean opens, LiveSettings live) {
        long free = free(bytes);
        long oldest = System.currentTimeMillis() - settings.limits().ageMillis();
        long freed = 0;
        long events = 0;
        int deleted = 0;
        int undeletable = 0;
        Limit last = null;
        for (TraceDir.Entry entry : listing.oldest()) {
            Limit limit = exceeded(bytes, opens, live);
            // Some file systems free space later: do not delete more than necessary.
            limit = limit == Limit.FREE_SPACE && free + freed >= 0 ? null : limit;
            if (limit == null && settings.limits().ageMillis() > 0 && entry.modified() < oldest) {
                limit = Limit.AGE;
            }
            if (limit == null || closing) {
                break;
            }
            String name = entry.file().getFileName().toString();
            try {
                TraceDir.Deletion result = dir.delete(entry, listing);
                if (result == TraceDir.Deletion.DELETED) {
                    long own = usage.removed(name, entry.bytes(), true);
                    metrics.evicted(Math.max(0, own), entry.bytes());
                    events += Math.max(0, own);
                    freed += entry.bytes();
                    deleted++;
                    last = limit;
                } else if (result == TraceDir.Deletion.GONE) {
                    usage.removed(name, entry.bytes(), false);
                }
            } catch (IOException e) {
                // An immutable file, for instance.
                undeletable++;
                if (metrics.undeletableSegments() == 0 && undeletable == 1) {
                    LOG.warn(
                            "Cannot delete the old trace segment {}: {}; skipping such segments",
                            entry.file(),
                            e.toString());
                }
            }
        }
        metrics.undeletable(undeletable);
        if (deleted > 0) {
            LOG.info(
                    "Deleted {} old trace segments in {} ({} bytes, {} events of this process) because of {} ({})",
                    deleted,
                    settings.dir(),
                    freed,
                    events,
                    last.description(),
                    last.key());
        }
        return deleted;
    }

    private Limit exceeded(long bytes, boolean opens, LiveSettings live) {
        if (usage.bytes() + bytes > live.maxBytes()) {
            return Limit.SIZE;
        } else if (opens && usage.count() >= settings.limits().segments()) {
            return Limit.NUMBER;
        }
        return free(bytes) < 0 ? Limit.FREE_SPACE : null;
    }

    /** Returns the free space beyond the minimum after a write of {@code bytes}, in bytes. */
    private long free(long bytes) {
        if (!settings.limits().keepsFree()) {
            return Long.MAX_VALUE;
        }
        try {
            FileStore current = store;
            if (current == null) {
                Path existing = settings.dir().toAbsolutePath();
                while (!Files.exists(existing) && existing.getParent() != null) {
                    existing = existing.getParent();
                }
                current = stores.of(existing);
                // The directory may become a mount point before it exists.
                store = existing.equals(settings.dir().toAbsolutePath()) ? current : null;
            }
            long total = current.getTotalSpace();
            // Some file systems do not know their size.
            return total == 0
                    ? Long.MAX_VALUE
                    : current.getUsableSpace() - bytes - settings.limits().minFree(total);
        } catch (IOException e) {
            // The write fails, too, or succeeds.
            LOG.debug("Cannot determine the free space of {}", settings.dir(), e);
            return Long.MAX_VALUE;
        }
    }
}
