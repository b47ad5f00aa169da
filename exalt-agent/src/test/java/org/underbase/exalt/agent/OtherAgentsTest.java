package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.underbase.exalt.fuzz.FileFuzz;
import org.underbase.exalt.fuzz.Jdks;

/** Test of the packaged agent with other agents, in JVMs of each JDK of this machine. */
@Tag("cluster")
class OtherAgentsTest {
    private static final long SEED = 1403;
    private static final String OPERATIONS = "10000";

    @TempDir
    private Path scratch;

    static List<Path> jdks() throws IOException {
        return Jdks.all();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void compressedFilesBehaveAsPlainFilesWhenOtherAgentsTransformTheSameClasses(Path jdk) throws Exception {
        Path recording = scratch.resolve("recording.jfr");
        Path compressed = scratch.resolve("compressed");
        AgentJvm.Ended ended = new AgentJvm(jdk, "directories=" + compressed)
                .option("-javaagent:" + Retransformer.jar(scratch))
                .option("-XX:StartFlightRecording=filename=" + recording)
                .run(
                        scratch,
                        FileFuzz.class,
                        Long.toString(SEED),
                        OPERATIONS,
                        compressed.toString(),
                        scratch.resolve("plain").toString());
        assertThat(ended.output()).contains("exalt-agent: compresses Tardis data below", " differences=0");
        assertThat(ended.exit()).isZero();
        assertThat(recording).isNotEmptyFile();
    }
}
