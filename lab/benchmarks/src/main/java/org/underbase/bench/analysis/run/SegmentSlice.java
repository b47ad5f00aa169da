package org.underbase.bench.analysis.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.run.EventSource;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;

/** Events of a slice of a segment. */
record SegmentSlice(Configuration conf, TraceSlice slice) implements EventSource {
    private static final long BYTES = 4L << 20;

    static List<SegmentSlice> of(Path trace, Configuration conf) throws IOException {
        return TraceFiles.split(TraceFiles.find(conf, List.of(trace.toString())), BYTES).stream()
                .map(slice -> new SegmentSlice(conf, slice))
                .toList();
    }

    @Override
    public long weight() {
        return slice.end() - slice.start();
    }

    @Override
    public void read(Consumer<? super TraceEvent> sink) throws IOException {
        try (SegmentReader reader = TraceFiles.open(conf, slice)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                while (block.get().next()) {
                    sink.accept(block.get());
                }
            }
        }
    }
}
