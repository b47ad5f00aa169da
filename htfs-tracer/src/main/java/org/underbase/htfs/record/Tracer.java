package org.underbase.htfs.record;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The tracer of this process: one per JVM, shared by all traced file systems. Its own failures never reach the
 * application: it logs one line and records nothing. Thread-safe.
 */
public final class Tracer implements AutoCloseable {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final AtomicReference<Tracer> INSTANCE = new AtomicReference<>();

    /** Set while the thread starts the tracer of the process. */
    private static final ThreadLocal<Boolean> STARTING = new ThreadLocal<>();

    private final LiveSettings configured;
    private final String owner = user();
    private final Rings rings;
    private final FileTable files;
    private final Metrics metrics = new Metrics();
    private final Drainer drainer;
    private final AtomicLong streams = new AtomicLong();
    private final ThreadLocal<ThreadTrace> here = ThreadLocal.withInitial(() -> new ThreadTrace(this));
    private final ThreadTrace muted = new ThreadTrace(this, ThreadTrace.MUTED);
    private final AtomicBoolean lossLogged = new AtomicBoolean();
    private final TracerBean bean;
    private volatile LiveSettings live;
    private volatile boolean on;
    private volatile long sampling;
    private volatile boolean ended;

    /** Cause of the end of the recording; empty if there was no failure. */
    private volatile String failure;

    private Tracer(Plan plan, UnaryOperator<BlockStore> store) {
        Settings settings = plan.settings();
        this.configured = plan.live();
        this.files = new FileTable(settings.filesMax());
        SegmentHeader process = process(settings, plan.masking(), plan.features());
        Housekeeper housekeeper = new Housekeeper(settings, process, metrics, this);
        BlockStore segments = store.apply(new Segments(settings, process, metrics, housekeeper));
        BlockWriter writer = new BlockWriter(settings, this, process, files, metrics, segments, housekeeper);
        this.drainer = new Drainer(settings, this, files, plan.masking(), metrics, writer);
        this.rings = new Rings(new RingMemory(settings.ringBytes()), settings.ringMax(), drainer.backpressure());
        this.bean = new TracerBean(this, drainer, files, settings.dir().toString());
        this.failure = plan.problem();
        this.ended = !plan.problem().isEmpty();
        live(plan.live());
    }

    /**
     * Returns the tracer of this process. The first call starts it with {@code conf}; it stops with the JVM.
     *
     * <p>It takes no lock: reading the hashing key may open a file system, whose locks other callers may hold. Threads that
     * start it at the same time read the key separately, and the first one to finish wins. A call from within the start,
     * by the file system that contains the key, gets a tracer that records nothing.
     */
    public static Tracer of(Configuration conf) {
        Tracer tracer = INSTANCE.get();
        return tracer != null ? tracer : started(conf);
    }

    /** Returns the tracer of this process if it was started. */
    public static Optional<Tracer> current() {
        return Optional.ofNullable(INSTANCE.get());
    }

    private static Tracer started(Configuration conf) {
        if (STARTING.get() != null) {
            return new Tracer(Plan.none("opened by the tracer itself"), UnaryOperator.identity());
        }
        STARTING.set(true);
        Tracer started;
        try {
            started = new Tracer(Plan.of(conf), UnaryOperator.identity());
        } finally {
            STARTING.remove();
        }
        if (!INSTANCE.compareAndSet(null, started)) {
            return INSTANCE.get();
        }
        started.begin();
        ShutdownFlush.register(started);
        started.bean.register();
        new TracerSource(started.bean).register();
        return started;
    }

    /** Starts a separate tracer, which the caller closes. */
    public static Tracer start(Configuration conf) {
        return start(conf, UnaryOperator.identity());
    }

    /** Starts a separate tracer whose blocks go to another store than its segments. */
    static Tracer start(Configuration conf, UnaryOperator<BlockStore> store) {
        Tracer tracer = new Tracer(Plan.of(conf), store);
        tracer.begin();
        return tracer;
    }

    private void begin() {
        if (ended) {
            LOG.error("This process is not traced: {}", failure);
            return;
        }
        try {
            drainer.start();
        } catch (Throwable e) {
            // No thread can be created: that must not fail the application's call.
            LOG.error("This process is not traced", e);
            failed(e);
        }
    }

    /** Whether calls are currently recorded. */
    public boolean on() {
        return on;
    }

    /** Whether sampling selects the files with this {@link FileRef#hash}. */
    boolean samples(long hash) {
        return hash < sampling;
    }

    /** Returns the calling thread's tracer. Without memory for one, its calls are not recorded but counted as lost. */
    public ThreadTrace here() {
        try {
            return here.get();
        } catch (Throwable e) {
            muted.lost(e);
            return muted;
        }
    }

    /** Returns the cause why calls are not recorded; empty if there was no failure. */
    public String failure() {
        return failure;
    }

    /** Returns the current file of a path without scheme and authority. */
    public FileRef file(String path) {
        return file("", path);
    }

    /** Returns the current file of a path without scheme and authority, on a file system. */
    public FileRef file(String fileSystem, String path) {
        return files.file(fileSystem, path);
    }

    /** Returns the known files below a path by their paths, with their file system before them. */
    public Map<String, FileRef> knownBelow(String fileSystem, String path) {
        return files.knownBelow(fileSystem, path);
    }

    /** Creates a file at a path and replaces an existing one. */
    public FileRef newFile(String path) {
        return newFile("", path);
    }

    /** Creates a file at a path on a file system and replaces an existing one. */
    public FileRef newFile(String fileSystem, String path) {
        return files.newFile(fileSystem, path);
    }

    /**
     * Updates the file table after a successful rename: the file, or the directory's contents, keep their ids.
     *
     * @param fileSystem file system of both paths
     * @param from old path
     * @param to new path, or a directory into which {@code from} was moved
     * @param exact whether {@code to} is the new path even if it was a directory
     */
    public void renamed(String fileSystem, String from, String to, boolean exact) {
        long now = System.nanoTime();
        if (exact) {
            files.renamed(fileSystem, from, to, now);
        } else {
            files.renamedInto(fileSystem, from, to, now);
        }
    }

    /** Updates the file table after a successful delete: removes the path and its contents. */
    public void deleted(String fileSystem, String path) {
        files.deleted(fileSystem, path);
    }

    /** Returns the user of the process at the start of the tracer, which is the default of an event. */
    public String owner() {
        return owner;
    }

    /** Creates a stream on a file for the process user. */
    public StreamRef stream(FileRef file) {
        return new StreamRef(streams.incrementAndGet(), file, null);
    }

    /** Creates a stream on a file for a user; null means the process user. */
    public StreamRef stream(FileRef file, String user) {
        return new StreamRef(streams.incrementAndGet(), file, user);
    }

    /**
     * Writes all events recorded before the call to the segment.
     *
     * @return false if that failed or took more than 20 s
     */
    public boolean flush() {
        return flush(CLOSE_NANOS, Drainer.End.NONE);
    }

    /** Flushes and closes the segment, so that its file is complete. The next event begins another segment. */
    public boolean roll() {
        return flush(CLOSE_NANOS, Drainer.End.SEGMENT);
    }

    /** Writes all events at JVM shutdown, and later ones without delay, because there is no further flush. */
    void exiting() {
        exiting(CLOSE_NANOS);
    }

    /** Writes as {@link #exiting()}, and waits for the disk for at most some nanoseconds. */
    void exiting(long nanos) {
        long end = System.nanoTime() + nanos;
        drainer.writeImmediately();
        if (!flush(nanos, Drainer.End.RECORDING) && !ended) {
            if (drainer.failing()) {
                // The disk is still full or broken: end the recording, which counts the events in memory as lost.
                close(Math.max(TimeUnit.SECONDS.toNanos(1), end - System.nanoTime()));
            } else {
                LOG.warn(
                        "The disk of {} did not answer within {} s at the exit of this process: about {} recorded"
                                + " events are not in the trace, which has no end mark; check that disk, or set {} to a"
                                + " directory on another one",
                        bean.getDirectory(),
                        TimeUnit.NANOSECONDS.toSeconds(nanos),
                        unwritten(),
                        TraceKeys.DIR.name());
            }
        }
        logLosses();
    }

    /** Returns the number of events in memory. It is not exact while events are recorded or written. */
    private long unwritten() {
        long events = metrics.events() - metrics.eventsWritten() - metrics.discarded();
        for (Ring ring : rings.owned()) {
            events += ring.waiting();
        }
        for (Ring ring : rings.shared()) {
            events += ring.waiting();
        }
        return Math.max(0, events);
    }

    private void logLosses() {
        Drops lost = metrics.drops();
        if (lost.total() > 0) {
            LOG.warn("The recording to {} lost {} events: {}", bean.getDirectory(), lost.total(), lost);
        }
    }

    private boolean flush(long nanos, Drainer.End end) {
        return ended ? failure.isEmpty() : drainer.flush(nanos, end);
    }

    /** Returns the JMX view of this tracer. */
    public TracerMXBean bean() {
        return bean;
    }

    /** Stops recording permanently, writes all events and closes the segment. */
    @Override
    public void close() {
        close(CLOSE_NANOS);
        logLosses();
    }

    /** Stops, as {@link #close()}, within a time in nanoseconds. */
    void close(long nanos) {
        on = false;
        ended = true;
        drainer.close(nanos);
    }

    LiveSettings live() {
        return live;
    }

    /** Returns the live settings of the configuration. */
    LiveSettings configured() {
        return configured;
    }

    /**
     * Changes one live setting.
     *
     * @param key name of the key
     * @param value new value
     * @throws IllegalArgumentException if the key is not live or the value is invalid; its message is one line
     */
    synchronized void change(String key, String value) {
        live(live.with(key, value));
    }

    synchronized void live(LiveSettings settings) {
        live = settings;
        sampling = settings.sampling();
        on = settings.on() && !ended;
        drainer.changed();
    }

    /** Stops recording after a failure of the tracer itself. Later failures keep the first cause. */
    void failed(Throwable cause) {
        failed(cause.toString());
    }

    /** Stops recording after a failure that the text describes in one line. Later failures keep the first cause. */
    synchronized void failed(String cause) {
        failure = failure.isEmpty() ? cause : failure;
        ended = true;
        on = false;
    }

    /** Logs the cause of the first loss that is a failure of the tracer. */
    void logLoss(Throwable cause) {
        if (!lossLogged.getAndSet(true)) {
            LOG.error("Lost the event of a call that the tracer could not record; the call is not affected", cause);
        }
    }

    Rings rings() {
        return rings;
    }

    Metrics metrics() {
        return metrics;
    }

    /**
     * Settings and state with which a tracer starts.
     *
     * @param settings settings
     * @param live live settings
     * @param masking masking of names
     * @param features features of the product that are on
     * @param problem cause why the tracer cannot record; empty if it can
     */
    private record Plan(Settings settings, LiveSettings live, NameMasking masking, String features, String problem) {

        static Plan of(Configuration conf) {
            try {
                return new Plan(Settings.of(conf), LiveSettings.of(conf), PathHasher.of(conf), Features.of(conf), "");
            } catch (IllegalArgumentException | IOException e) {
                return none(e.getMessage());
            } catch (RuntimeException | Error e) {
                LOG.error("Cannot start the tracer", e);
                return none(e.toString());
            }
        }

        /** Returns the plan of a tracer that records nothing. */
        static Plan none(String problem) {
            Configuration off = new Configuration(false);
            off.set(TraceKeys.DIR.name(), "/none");
            off.set(TraceKeys.ENABLED.name(), "false");
            return new Plan(Settings.of(off), LiveSettings.of(off), NameMasking.NONE, "", problem);
        }
    }

    private static SegmentHeader process(Settings settings, NameMasking masking, String features) {
        // A reader treats each tracer of a JVM as a separate process, because each numbers files and streams from 1.
        long start = ManagementFactory.getRuntimeMXBean().getStartTime() + STARTED.getAndIncrement();
        WallClock now = WallClock.now();
        return new SegmentHeader(
                host(),
                ProcessHandle.current().pid(),
                start,
                0,
                now.wall(),
                now.mono(),
                masking.user(user()),
                settings.label(),
                VersionInfo.getVersion(),
                masking.fingerprint(),
                features,
                0,
                0);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("Cannot resolve the host name", e);
            return System.getenv().getOrDefault("HOSTNAME", "localhost");
        }
    }

    private static String user() {
        try {
            return UserGroupInformation.getCurrentUser().getShortUserName();
        } catch (IOException e) {
            LOG.debug("No current user", e);
            return System.getProperty("user.name", "");
        }
    }
}
