package org.underbase.htfs.context;

import java.net.URISyntaxException;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.record.Tracer;

/**
 * The part of the traced {@code FileContext} filter that is not generated from {@code src/main/calls/calls.txt}. Each
 * public method calls the method of the same signature of the inner file system, also where {@link FilterFs} has an
 * implementation of its own.
 */
abstract class RecordingFilterFs extends FilterFs {
    private final FsCalls calls;

    RecordingFilterFs(AbstractFileSystem inner, Tracer tracer, String user) throws URISyntaxException {
        super(inner);
        calls = new FsCalls(tracer, user, inner.getUri(), () -> new Path("/"));
    }

    /** Returns the recorder of this file system. */
    final FsCalls calls() {
        return calls;
    }
}
