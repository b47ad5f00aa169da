package org.underbase.htfs.call;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.underbase.htfs.format.Call;

/** Wrapper of the file system's bulk delete; each page of paths is one call, with an event for each deleted path. */
public final class TracedBulkDelete implements BulkDelete {
    private final BulkDelete real;
    private final FsCalls calls;

    private TracedBulkDelete(BulkDelete real, FsCalls calls) {
        this.real = real;
        this.calls = calls;
    }

    /**
     * Wraps a bulk delete. With this class as the result, the JVM would load {@link BulkDelete} together with the caller, which
     * could then not report that Hadoop 3.4.0 lacks it.
     */
    public static BulkDelete of(BulkDelete real, FsCalls calls) {
        return new TracedBulkDelete(real, calls);
    }

    @Override
    public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) throws IOException {
        return calls.call(Call.BULK_DELETE, basePath(), facts -> facts.addSize("paths", paths), () -> {
            List<Map.Entry<Path, String>> failed = real.bulkDelete(paths);
            Set<Path> kept = failed.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
            calls.bulkDeleted(
                    paths.stream().filter(path -> !kept.contains(path)).toList());
            return failed;
        });
    }

    @Override
    public int pageSize() {
        return real.pageSize();
    }

    @Override
    public Path basePath() {
        return real.basePath();
    }

    @Override
    public void close() throws IOException {
        real.close();
    }

    @Override
    public IOStatistics getIOStatistics() {
        return real.getIOStatistics();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
