package org.underbase.htfs.call;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.underbase.htfs.format.Call;

/**
 * Wrapper of a listing whose page fetches cannot be intercepted. The complete iteration is one event, recorded when the
 * iterator is exhausted, is closed or fails. Its result is the number of entries; its duration is the time spent in the
 * iterator, without the application's time between entries.
 *
 * <p>Not thread-safe.
 */
public final class TracedIterator<T> implements RemoteIterator<T>, Closeable, IOStatisticsSource {
    private final RemoteIterator<T> real;
    private final FsCalls calls;
    private final Path path;
    private long entries;
    private long spent;
    private boolean recorded;

    /**
     * Wraps an iterator.
     *
     * @param real the file system's iterator
     * @param calls recorder of the file system
     * @param path listed path, or null
     */
    public TracedIterator(RemoteIterator<T> real, FsCalls calls, Path path) {
        this.real = real;
        this.calls = calls;
        this.path = path;
    }

    @Override
    public boolean hasNext() throws IOException {
        boolean more = timed(real::hasNext);
        if (!more) {
            done(null);
        }
        return more;
    }

    @Override
    public T next() throws IOException {
        T entry = timed(real::next);
        entries++;
        return entry;
    }

    @Override
    public void close() throws IOException {
        try {
            if (real instanceof Closeable closeable) {
                closeable.close();
            }
        } finally {
            done(null);
        }
    }

    @Override
    public IOStatistics getIOStatistics() {
        return IOStatisticsSupport.retrieveIOStatistics(real);
    }

    @Override
    public String toString() {
        return real.toString();
    }

    private <V> V timed(FsCalls.Body<V> body) throws IOException {
        long start = System.nanoTime();
        try {
            V value = calls.unrecorded(body);
            spent += System.nanoTime() - start;
            return value;
        } catch (Throwable e) {
            spent += System.nanoTime() - start;
            done(e);
            throw e;
        }
    }

    private void done(Throwable failure) {
        if (!recorded) {
            recorded = true;
            calls.record(spent, Call.LIST_PAGE, path, entries, failure);
        }
    }
}
