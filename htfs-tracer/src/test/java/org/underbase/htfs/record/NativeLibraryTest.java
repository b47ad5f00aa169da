package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.ChildRun;

/** A process whose temporary directory cannot contain the native library of zstd-jni. */
class NativeLibraryTest {
    @TempDir
    Path dir;

    /** Process that writes one event and prints why the tracer ended. */
    static final class Recording {
        private Recording() {}

        public static void main(String[] args) {
            Configuration conf = new Configuration(false);
            conf.set(TraceKeys.DIR.name(), args[0]);
            try (Tracer tracer = Tracer.start(conf)) {
                new Scribe(tracer, 0).write();
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !tracer.failure()
                        .isEmpty());
                System.out.println(tracer.failure());
            }
        }
    }

    @Test
    void aMissingTemporaryDirectoryIsOneLine() throws Exception {
        checkOneLine(dir.resolve("missing"));
    }

    @Test
    void aTemporaryDirectoryWithNoexecIsOneLine() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a file system");
        Path tmp = Files.createDirectory(dir.resolve("tmp"));
        run("mount", "-t", "tmpfs", "-o", "noexec,size=8m", "none", tmp.toString());
        try {
            checkOneLine(tmp);
        } finally {
            run("umount", tmp.toString());
        }
    }

    private void checkOneLine(Path tmp) throws Exception {
        Path log = Files.writeString(
                dir.resolve("log4j.properties"),
                """
                log4j.rootLogger=ERROR,console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.target=System.err
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%m%n
                """);
        ChildRun run = ChildRun.of(
                dir,
                ChildRun.classPath(),
                List.of("-Djava.io.tmpdir=" + tmp, "-Dlog4j.configuration=" + log.toUri()),
                Recording.class.getName(),
                dir.resolve("trace").toString());
        assertThat(run.out())
                .singleElement()
                .asString()
                .matches("cannot load the native library of zstd-jni: .+; set"
                        + " -Djava.io.tmpdir to an existing directory that is not mounted with noexec");
        // The JVM adds warnings of its own.
        assertThat(run.errors())
                .contains("This process is not traced: " + run.out().get(0))
                .noneMatch(line -> line.startsWith("\tat "));
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
