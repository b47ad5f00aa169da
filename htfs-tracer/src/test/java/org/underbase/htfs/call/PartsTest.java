package org.underbase.htfs.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Events of calls on many files. */
class PartsTest {
    private static final Path BASE = new Path("/b");
    private static final Path ONE = new Path("/b/one");
    private static final Path TWO = new Path("/b/two");
    private static final Path THREE = new Path("/b/three");

    @TempDir
    java.nio.file.Path dir;

    private Recording recording;
    private FsCalls calls;

    @BeforeEach
    void start() {
        recording = new Recording(dir);
        calls = new FsCalls(recording.tracer(), "alice", null, () -> new Path("/"));
    }

    @Test
    void eachDeletedPathOfABulkDeleteHasAnEvent() throws IOException {
        TracedBulkDelete.of(new Failing(TWO), calls).bulkDelete(List.of(ONE, TWO, THREE));

        assertThat(recording.events())
                .extracting(TraceEvent::call, TraceEvent::path, TraceEvent::result, TraceEvent::calls)
                .containsExactly(
                        tuple(Call.BULK_DELETE, "/b", 1L, 1L),
                        tuple(Call.BULK_DELETE, "/b/one", 1L, 0L),
                        tuple(Call.BULK_DELETE, "/b/three", 1L, 0L));
    }

    @Test
    void eachSourceOfAConcatHasAnEvent() throws IOException {
        long two = calls.newFile(TWO).id();
        Path[] sources = {ONE, TWO, THREE};
        FsCalls inner = new FsCalls(recording.tracer(), "alice", null, () -> new Path("/"));
        calls.run(Call.CONCAT, BASE, ONE, facts -> facts.addSize("sources", sources), () -> {
            inner.run(Call.CONCAT, BASE, ONE, facts -> {}, () -> inner.concatenated(BASE, sources));
            calls.concatenated(BASE, sources);
        });

        assertThat(recording.events())
                .extracting(TraceEvent::otherPath, TraceEvent::detail, TraceEvent::calls)
                .containsExactly(
                        tuple("/b/one", "sources=3", 1L),
                        tuple("/b/two", "part=2", 0L),
                        tuple("/b/three", "part=3", 0L));
        assertThat(calls.file(TWO).id()).isNotEqualTo(two);
    }

    private record Failing(Path kept) implements BulkDelete {
        @Override
        public int pageSize() {
            return 10;
        }

        @Override
        public Path basePath() {
            return BASE;
        }

        @Override
        public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) {
            return List.of(Map.entry(kept, "it is protected"));
        }

        @Override
        public void close() {}
    }
}
