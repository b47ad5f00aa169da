package org.underbase.bench.tracer.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** Tests of the fields of lines and of the gzipped size. */
class TextTraceTest {
    @TempDir
    private Path directory;

    @Test
    void lineHasTheFieldsOfHtfs() throws Exception {
        Path file = directory.resolve("text.log");
        try (TextTrace text = new TextTrace(file)) {
            text.call(System.nanoTime(), 250, 32, 7, 4096, 8192, 4096);
            text.call(System.nanoTime(), 250, 32, 7, 4096, 12288, 4096);
        }
        long pid = ProcessHandle.current().pid();
        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .first()
                .asString()
                .matches(pid + ",1,\\d+,250,32,7,4096,8192,4096");
    }

    @Test
    void eventsOfATraceAreLinesWithPathsInBase64() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set("underbase.trace.dir", directory.resolve("trace").toString());
        try (Tracer tracer = Tracer.start(conf)) {
            StreamRef stream = tracer.stream(tracer.file("/a"));
            ThreadTrace trace = tracer.here();
            trace.exit(trace.enter(), Call.OPEN, stream, -1, -1, stream.id());
            trace.exit(trace.enter(), Call.READ, stream, 0, 100, 50);
        }
        Path file = directory.resolve("text.log");
        long[] origin = {0};
        TraceSize size;
        try (TextTrace text = new TextTrace(file)) {
            size = TraceSize.of(directory.resolve("trace"), event -> {
                origin[0] = origin[0] == 0 ? event.startNanos() : origin[0];
                text.event(event, origin[0]);
            });
        }
        assertThat(size.events()).isEqualTo(2);
        assertThat(size.dropped()).isZero();
        assertThat(size.bytesPerEvent()).isGreaterThan(1);
        String pid = ProcessHandle.current().pid() + "";
        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        open -> assertThat(open).matches(pid + ",1,0,\\d+," + Call.OPEN.code() + ",1,1,#L2E="),
                        read -> assertThat(read).matches(pid + ",2,\\d+,\\d+," + Call.READ.code() + ",1,50,0,100"));
    }

    @Test
    void gzippedBytesEqualTheSizeOfGzip() throws Exception {
        Path file = Files.writeString(directory.resolve("text.log"), "line\n".repeat(1000));
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(expected)) {
            Files.copy(file, gzip);
        }
        assertThat(TextTrace.gzippedBytes(file)).isEqualTo(expected.size());
    }
}
