package org.underbase.htfs.record;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The tracer of this process: one per JVM, shared by all traced file systems. Its own failures never reach the
 * application: it logs one line and records nothing. Thread-safe.
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

    private Tracer(Configuration conf, UnaryOperator<BlockStore> store) {
        Settings settings;
        NameMasking masking;
        LiveSettings wanted;
        boolean valid = true;
        try {
            settings = Settings.of(conf);
            wanted = LiveSettings.of(conf);
            masking = PathHasher.of(conf);
        } catch (IllegalArgumentException | IOException e) {
            LOG.error("This process is not traced: {}", e.getMessage());
            Configuration defaults = new Configuration(false);
            defaults.set(TraceKeys.DIR.name(), "none");
            settings = Settings.of(defaults);
            wanted = LiveSettings.of(defaults).with(TraceKeys.ENABLED.name(), "false");
            masking = NameMasking.NONE;
            valid = false;
        }
        this.configured = wanted;
        this.files = new FileTable(settings.filesMax());
        SegmentHeader process = process(settings, masking, Features.of(conf));
        Housekeeper housekeeper = new Housekeeper(settings, process, metrics, this);
        BlockStore segments = store.apply(new Segments(settings, process, metrics, housekeeper));
        BlockWriter writer = new BlockWriter(settings, this, process, files, metrics, segments, housekeeper);
        this.drainer = new Drainer(settings, this, files, masking, metrics, writer);
        this.rings = new Rings(new RingMemory(settings.ringBytes()), settings.ringMax(), drainer.backpressure());
        this.bean = new TracerBean(this, drainer, files, settings.dir().toString());
        live(wanted);
        if (valid) {
            drainer.start();
        } else {
            ended = true;
        }
    }

    /** Returns the tracer of this process. The first call starts it with {@code conf}; it stops with the JVM. */
    public static Tracer of(Configuration conf) {
        Tracer tracer = instance;
        if (tracer == null) {
            synchronized (Tracer.class) {
                tracer = instance;
                if (tracer == null) {
                    tracer = new Tracer(conf, UnaryOperator.identity());
                    ShutdownFlush.register(tracer);
                    tracer.bean.register();
                    new TracerSource(tracer.bean).register();
                    instance = tracer;
                }
            }
        }
        return tracer;
    }

    /** Starts a separate tracer, which the caller closes. */
    public static Tracer start(Configuration conf) {
        return start(conf, UnaryOperator.identity());
    }

    /** Starts a separate tracer whose blocks go to another store than its segments. */
    static Tracer start(Configuration conf, UnaryOperator<BlockStore> store) {
        return new Tracer(conf, store);
    }

    /** Whether calls are currently recorded. */
    public boolean on() {
        return on;
    }

    /** Whether sampling selects this file. */
    public boolean samples(FileRef file) {
        return file.hash() < sampling;
    }

    /** Returns the calling thread's tracer. */
    public ThreadTrace here() {
        return here.get();
    }

    /** Returns the current file of a path without scheme and authority. */
    public FileRef file(String path) {
        return file("", path);
    }

    /** Returns the current file of a path without scheme and authority, on a file system. */
    public FileRef file(String fileSystem, String path) {
        return files.file(fileSystem, path);
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
     * @param to new path, not the directory into which {@code from} was moved
     */
    public void renamed(String fileSystem, String from, String to) {
        files.renamed(fileSystem, from, to, System.nanoTime());
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
        return flush(Drainer.End.NONE);
    }

    /** Flushes and closes the segment, so that its file is complete. The next event begins another segment. */
    public boolean roll() {
        return flush(Drainer.End.SEGMENT);
    }

    /** Writes all events at JVM shutdown, and later ones without delay, because there is no further flush. */
    void exiting() {
        drainer.writeImmediately();
        flush(Drainer.End.RECORDING);
    }

    private boolean flush(Drainer.End end) {
        return ended ? !failed : drainer.flush(CLOSE_NANOS, end);
    }

    /** Returns the JMX view of this tracer. */
    public TracerMXBean bean() {
        return bean;
    }

    /** Stops recording permanently, writes all events and closes the segment. */
    @Override
    public void close() {
        on = false;
        ended = true;
        drainer.close(CLOSE_NANOS);
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

    synchronized void failed() {
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
