package org.underbase.bench.tracer.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.tracer.hdfs.Callers.Work;
import org.underbase.bench.tracer.paired.Mark;
import org.underbase.bench.tracer.paired.Schedule;
import org.underbase.htfs.record.Tracer;

/** Works on the local file system, and the marks of their threads. */
class CallersTest {
    private static final Schedule UNUSED = Schedule.of(true, 1);

    @TempDir
    private Path directory;

    private LocalFileSystem fs;
    private Works works;
    private Tracer tracer;

    @BeforeEach
    void open() throws IOException {
        fs = FileSystem.newInstanceLocal(new Configuration());
        works = new Works(fs);
        Configuration conf = new Configuration(false);
        conf.set("underbase.trace.dir", directory.resolve("trace").toString());
        tracer = Tracer.start(conf);
    }

    @AfterEach
    void close() throws IOException {
        tracer.close();
        fs.close();
    }

    private List<Work> works(Operation operation, Path file) throws IOException {
        return works.of(new Request(operation, file.toString(), 100_000, 1, UNUSED));
    }

    @Test
    void writeOverwritesAFullFileAndDeletesItAtTheEnd() throws IOException {
        Path file = directory.resolve("out");
        try (Work write = works(Operation.WRITE, file).get(0)) {
            write.call();
            write.call();
            write.call();
        }
        assertThat(file).doesNotExist();
        assertThat(works.prepare(file.toString(), 100_000)).isEqualTo(100_000);
        assertThat(Files.size(file)).isEqualTo(100_000);
    }

    @Test
    void readStartsAgainAtTheEnd() throws IOException {
        Path file = directory.resolve("in");
        works.prepare(file.toString(), 10);
        try (Work read = works(Operation.READ, file).get(0)) {
            for (int i = 0; i < 5; i++) {
                read.call();
            }
        }
    }

    @Test
    void eachThreadTakesAMarkBetweenTwoCalls() throws IOException, InterruptedException {
        Path file = directory.resolve("in");
        works.prepare(file.toString(), 100_000);
        List<Work> preads = works(Operation.PREAD, file);
        assertThat(preads).hasSize(4);
        try (Callers callers = new Callers(tracer.bean(), preads)) {
            Mark first = callers.mark();
            Mark second = callers.mark();
            assertThat(first.calls()).isGreaterThanOrEqualTo(4);
            assertThat(second.calls()).isGreaterThanOrEqualTo(first.calls() + 4);
            assertThat(second.callerNanos()).isGreaterThan(first.callerNanos());
            callers.record(false);
            assertThat(tracer.on()).isFalse();
            callers.changeNothing();
            callers.record(true);
            assertThat(tracer.on()).isTrue();
        }
    }

    @Test
    void aFailedCallFailsTheMark() throws IOException, InterruptedException {
        Work broken = new Work() {
            @Override
            public void call() throws IOException {
                throw new IOException("broken");
            }

            @Override
            public void close() {}
        };
        try (Callers callers = new Callers(tracer.bean(), List.of(broken))) {
            assertThatIOException().isThrownBy(callers::mark).withMessageContaining("broken");
        }
    }
}
