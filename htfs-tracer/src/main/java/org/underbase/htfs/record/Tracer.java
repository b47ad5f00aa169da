package org.underbase.htfs.record;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The tracer of this process: one per JVM, shared by every traced file system in it. Never throws into the application
 * because of its own troubles: it logs one line and records nothing. Thread-safe.
 */
public final class Tracer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static volatile Tracer instance;

    private final LiveSettings configured;
    private final String owner = user();
    private final Rings rings;
    private final FileTable files;
    private final Metrics metrics = new Metrics();
    private final Drainer drainer;
    private final AtomicLong streams = new AtomicLong();
    private final ThreadLocal<ThreadTrace> here = ThreadLocal.withInitial(() -> new ThreadTrace(this));
    private final TracerBean bean;
    private volatile LiveSettings live;
    private volatile boolean on;
    private volatile long sampling;
    private volatile boolean ended;
    private volatile boolean failed;

    private Tracer(Configuration conf) {
        Settings settings;
        Hiding hiding;
        LiveSettings wanted;
        boolean good = true;
        try {
            settings = Settings.of(conf);
            wanted = LiveSettings.of(conf);
            hiding = PathHasher.of(conf);
        } catch (IllegalArgumentException | IOException e) {
            LOG.error("Nothing is traced in this process: {}", e.getMessage());
            Configuration defaults = new Configuration(false);
            settings = Settings.of(defaults);
            wanted = LiveSettings.of(defaults).with(TraceKeys.ENABLED.name(), "false");
            hiding = Hiding.NONE;
            good = false;
        }
        this.configured = wanted;
        this.files = new FileTable(settings.filesMax());
        SegmentHeader process = process(settings, hiding);
        this.drainer = new Drainer(settings, this, process, files, hiding, metrics);
        this.rings = new Rings(settings.ringEvents(), settings.ringMax(), drainer);
        this.bean = new TracerBean(this, drainer, files, settings.dir().toString());
        live(wanted);
        if (good) {
            drainer.start();
        } else {
            ended = true;
        }
    }

    /** The tracer of this process, started with {@code conf} by whoever asks first; it ends with the JVM. */
    public static Tracer of(Configuration conf) {
        Tracer tracer = instance;
        if (tracer == null) {
            synchronized (Tracer.class) {
                tracer = instance;
                if (tracer == null) {
                    tracer = new Tracer(conf);
                    Exit.register(tracer);
                    tracer.bean.register();
                    new TracerSource(tracer.bean).register();
                    instance = tracer;
                }
            }
        }
        return tracer;
    }

    /** A tracer of its own, beside that of the process; the caller closes it. */
    public static Tracer start(Configuration conf) {
        return new Tracer(conf);
    }

    /** Whether calls are recorded now. */
    public boolean on() {
        return on;
    }

    /** Whether calls on this file are recorded, given that any are. */
    public boolean samples(FileRef file) {
        return file.hash() < sampling;
    }

    /** The calling thread's side. */
    public ThreadTrace here() {
        return here.get();
    }

    /** The file now at {@code path} (no scheme, no authority). */
    public FileRef file(String path) {
        return files.file(path);
    }

    /** A new file at {@code path}, which replaces what was there (create). */
    public FileRef newFile(String path) {
        return files.newFile(path);
    }

    /**
     * After a successful rename: {@code to} and everything below it keep the identities they had under {@code from}.
     * {@code to} is where {@code from} is now, not a directory it was moved into.
     */
    public void renamed(String from, String to) {
        files.renamed(from, to, System.nanoTime());
    }

    /** After a successful delete: {@code path} and everything below it is forgotten. */
    public void deleted(String path) {
        files.deleted(path);
    }

    /** The user this process ran as when the tracer started: the one meant where an event names none. */
    public String owner() {
        return owner;
    }

    /** A new stream on {@code file}, opened for the process' own user. */
    public StreamRef stream(FileRef file) {
        return new StreamRef(streams.incrementAndGet(), file, null);
    }

    /** A new stream on {@code file}, opened for {@code user}; null for the process' own. */
    public StreamRef stream(FileRef file, String user) {
        return new StreamRef(streams.incrementAndGet(), file, user);
    }

    /**
     * Writes every event recorded before the call to the trace's file.
     *
     * @return false when that did not succeed within 20 seconds
     */
    public boolean flush() {
        return flush(Drainer.End.NONE);
    }

    /** As {@link #flush}, and ends the segment, so that its file is complete; the next event begins another. */
    public boolean roll() {
        return flush(Drainer.End.SEGMENT);
    }

    /** The JVM is about to end: writes everything, and from now on without delay, for nobody will ask again. */
    void exiting() {
        drainer.hurry();
        flush(Drainer.End.RECORDING);
    }

    private boolean flush(Drainer.End end) {
        return ended ? !failed : drainer.flush(CLOSE_NANOS, end);
    }
    /** What JMX shows of this tracer and lets operators change. */
    public TracerMXBean bean() {
        return bean;
    }

    /** Writes what was recorded, ends the segment and stops recording for good. */
    @Override
    public void close() {
        on = false;
        ended = true;
        drainer.close(CLOSE_NANOS);
    }

    LiveSettings live() {
        return live;
    }

    /** The live settings as the configuration has them. */
    LiveSettings configured() {
        return configured;
    }

    void live(LiveSettings settings) {
        live = settings;
        sampling = settings.sampling();
        on = settings.on() && !ended;
    }

    void failed() {
        failed = true;
        ended = true;
        on = false;
    }

    Rings rings() {
        return rings;
    }

    Metrics metrics() {
        return metrics;
    }

    private static SegmentHeader process(Settings settings, Hiding hiding) {
        // Each tracer of a JVM is a process of its own to a reader: ids of files and streams begin anew in each.
        long start = ManagementFactory.getRuntimeMXBean().getStartTime() + STARTED.getAndIncrement();
        WallClock now = WallClock.now();
        return new SegmentHeader(
                host(),
                ProcessHandle.current().pid(),
                start,
                0,
                now.wall(),
                now.mono(),
                hiding.user(user()),
                settings.label(),
                VersionInfo.getVersion(),
                hiding.fingerprint(),
                0,
                0);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("This host has no name", e);
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
