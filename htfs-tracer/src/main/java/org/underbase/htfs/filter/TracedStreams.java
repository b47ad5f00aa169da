package org.underbase.htfs.filter;

import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedDataInputStream;
import org.underbase.htfs.stream.TracedDataOutputStream;
import org.underbase.htfs.stream.TracedStream;

/** Factory of recorded streams for any file system; a recorded stream is returned unchanged. */
public final class TracedStreams {
    private TracedStreams() {}

    /**
     * Wraps an input stream.
     *
     * @param real the file system's stream
     * @param calls recorder of the file system
     * @param path path of the file, or null if it was opened by a handle
     * @return the recorded stream, or the real one without memory for a recorded one
     */
    public static FSDataInputStream input(FSDataInputStream real, FsCalls calls, Path path) {
        Tracer tracer = calls.tracer();
        if (real == null || tracer == null || real instanceof TracedStream) {
            return real;
        }
        try {
            return new TracedDataInputStream(real, tracer, stream(calls, path, false));
        } catch (Throwable e) {
            tracer.here().lost(e);
            return real;
        }
    }

    /**
     * Wraps an output stream.
     *
     * @param real the file system's stream
     * @param calls recorder of the file system
     * @param path path of the file
     * @param created whether the file is new; false for an append
     * @return the recorded stream, or the real one without memory for a recorded one
     */
    public static FSDataOutputStream output(FSDataOutputStream real, FsCalls calls, Path path, boolean created) {
        Tracer tracer = calls.tracer();
        if (real == null || tracer == null || real instanceof TracedStream) {
            return real;
        }
        try {
            return new TracedDataOutputStream(real, tracer, stream(calls, path, created));
        } catch (Throwable e) {
            tracer.here().lost(e);
            return real;
        }
    }

    /** Wraps an output stream of a call whose flags decide whether the file is new. */
    public static FSDataOutputStream output(
            FSDataOutputStream real, FsCalls calls, Path path, EnumSet<CreateFlag> flags) {
        boolean created;
        try {
            created = real == null || FsCalls.creating(flags, real.getPos()) == Call.CREATE;
        } catch (Throwable e) {
            // Without a position the stream cannot be recorded.
            if (calls.tracer() != null) {
                calls.tracer().here().lost(e);
            }
            return real;
        }
        return output(real, calls, path, created);
    }

    private static StreamRef stream(FsCalls calls, Path path, boolean created) {
        if (path == null) {
            return calls.stream(calls.tracer().file(""));
        }
        return calls.stream(created ? calls.newFile(path) : calls.file(path));
    }
}
