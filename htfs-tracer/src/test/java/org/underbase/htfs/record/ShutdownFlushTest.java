package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceReader;

/** A JVM that shuts down cleanly writes a complete trace, including the calls of its shutdown hooks. */
class ShutdownFlushTest {
    @TempDir
    Path dir;

    /** Many hooks, because a wrong order may be right for a few by chance. */
    private static final int HOOKS = 30;

    /** Process that records calls before shutdown and in each hook, which have the priority of HBase's hook. */
    static final class Recording {
        private Recording() {}

        public static void main(String[] args) {
            Configuration conf = new Configuration(false);
            conf.set(TraceKeys.DIR.name(), args[0]);
            Tracer tracer = Tracer.of(conf);
            record(tracer, "/before");
            for (int i = 0; i < HOOKS; i++) {
                String path = "/hook" + i;
                ShutdownHookManager.get().addShutdownHook(() -> record(tracer, path), 0);
            }
            System.exit(0);
        }

        private static void record(Tracer tracer, String path) {
            ThreadTrace trace = tracer.here();
            trace.exit(trace.enter(), Call.MKDIRS, tracer.file(path), null, 1, null, null, null);
        }
    }

    @Test
    void callsOfEarlierHooksAreInTheSameSegment() throws Exception {
        Path log = dir.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                        Recording.class.getName(),
                        dir.resolve("trace").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();

        List<String> paths = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(dir.resolve("trace").toString()))) {
            while (reader.next()) {
                paths.add(reader.event().path());
            }
            assertThat(reader.report().complete()).isTrue();
        }
        assertThat(paths).hasSize(1 + HOOKS).doesNotHaveDuplicates().startsWith("/before");
        try (var files = Files.list(dir.resolve("trace"))) {
            assertThat(files).hasSize(1);
        }
    }
}
