package org.underbase.htfs.filter;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedDataInputStream;
import org.underbase.htfs.stream.TracedDataOutputStream;
import org.underbase.htfs.stream.TracedStream;

/** Makes streams of any file system recorded ones. A stream that is recorded already is left as it is. */
public final class TracedStreams {
    private TracedStreams() {}

    /** @param path what was opened, or null when a handle tells and not a path */
    public static FSDataInputStream input(FSDataInputStream real, FsCalls calls, Path path) {
        Tracer tracer = calls.tracer();
        if (real == null || tracer == null || real instanceof TracedStream) {
            return real;
        }
        return new TracedDataInputStream(real, tracer, stream(calls, path, false));
    }

    /** @param created whether the file is new, as it is not for an append */
    public static FSDataOutputStream output(FSDataOutputStream real, FsCalls calls, Path path, boolean created) {
        Tracer tracer = calls.tracer();
        if (real == null || tracer == null || real instanceof TracedStream) {
            return real;
        }
        return new TracedDataOutputStream(real, tracer, stream(calls, path, created));
    }

    private static StreamRef stream(FsCalls calls, Path path, boolean created) {
        String name = path == null ? "" : calls.absolute(path);
        Tracer tracer = calls.tracer();
        return calls.stream(created ? tracer.newFile(name) : tracer.file(name));
    }
}
