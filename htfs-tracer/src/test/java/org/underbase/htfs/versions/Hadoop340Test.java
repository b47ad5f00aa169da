package org.underbase.htfs.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.ChildRun;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.testbed.mini.MiniHdfs;

/** Hadoop 3.4.0 as the client: {@code hdfs://} is traced; the filter for other schemes rejects the release by name. */
@Tag("cluster")
class Hadoop340Test {
    /** Directory that the build copies the jars to. */
    private static final Path JARS = Path.of("target", "hadoop-3.4.0");

    @TempDir
    Path dir;

    @Test
    void hdfsIsTracedAndOtherSchemesAreRejected() throws Exception {
        Path trace = dir.resolve("trace");
        ChildRun run;
        try (MiniHdfs hdfs = MiniHdfs.builder().start()) {
            run = ChildRun.of(
                    dir,
                    classPath(),
                    List.of(),
                    OldClient.class.getName(),
                    hdfs.cluster().getURI().toString(),
                    trace.toString());
        }

        assertThat(run.out())
                .startsWith("version 3.4.0", "read content", "closed true", "deleted true", "exists true")
                .hasSize(6);
        assertThat(run.out().get(5))
                .isEqualTo("other scheme: unsupported Hadoop 3.4.0: org.underbase.htfs.APITraceFileSystem needs"
                        + " org.apache.hadoop.fs.BulkDelete; use Hadoop 3.4.1 or later");
        assertThat(Recording.read(trace, "/old"))
                .extracting(TraceEvent::call)
                .contains(
                        Call.CREATE,
                        Call.WRITE,
                        Call.CLOSE_OUTPUT,
                        Call.OPEN,
                        Call.READ,
                        Call.CLOSE_INPUT,
                        Call.IS_FILE_CLOSED,
                        Call.DELETE,
                        Call.MKDIR);
    }

    /** This class path with the jars of Hadoop's client replaced. */
    private static List<String> classPath() throws Exception {
        List<String> path = new ArrayList<>();
        try (Stream<Path> jars = Files.list(JARS)) {
            jars.map(jar -> jar.toAbsolutePath().toString()).forEach(path::add);
        }
        assertThat(path).as("jars in %s", JARS.toAbsolutePath()).hasSize(5);
        ChildRun.classPath().stream()
                .filter(entry ->
                        !Path.of(entry).getFileName().toString().matches("hadoop-(annotations|auth|common|hdfs).*"))
                .forEach(path::add);
        return path;
    }
}
