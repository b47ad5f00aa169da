package org.underbase.htfs.record;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;

/** The tracer of this process: one per JVM, shared by every traced file system in it. Thread-safe. */
public final class Tracer {
    private static volatile Tracer instance;

    private final AtomicLong streams = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final ConcurrentHashMap<String, FileRef> byPath = new ConcurrentHashMap<>();
    private final ThreadLocal<ThreadTrace> here = ThreadLocal.withInitial(() -> new ThreadTrace(this));
    private volatile boolean on = true;

    private Tracer() {}

    /** The tracer of this process, started with {@code conf} by whoever asks first. */
    public static Tracer of(Configuration conf) {
        Tracer tracer = instance;
        if (tracer == null) {
            synchronized (Tracer.class) {
                tracer = instance;
                if (tracer == null) {
                    tracer = new Tracer();
                    instance = tracer;
                }
            }
        }
        return tracer;
    }

    /** Whether calls are recorded now. */
    public boolean on() {
        return on;
    }

    /** The calling thread's side. */
    public ThreadTrace here() {
        return here.get();
    }

    /** The file now at {@code path} (no scheme, no authority). */
    public FileRef file(String path) {
        return byPath.computeIfAbsent(path, p -> new FileRef(files.incrementAndGet(), p));
    }

    /** A new file at {@code path}, which replaces what was there (create). */
    public FileRef newFile(String path) {
        FileRef file = new FileRef(files.incrementAndGet(), path);
        byPath.put(path, file);
        return file;
    }

    /** After a successful rename: {@code to} and everything below it keep the identities they had under {@code from}. */
    public void renamed(String from, String to) {}

    /** After a successful delete: {@code path} and everything below it is forgotten. */
    public void deleted(String path) {}

    /** A new stream on {@code file}. */
    public StreamRef stream(FileRef file) {
        return new StreamRef(streams.incrementAndGet(), file);
    }
}
