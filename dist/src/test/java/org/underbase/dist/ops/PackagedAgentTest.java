package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exalt in the distribution: an agent outside the class path, and the memstore that a RegionServer needs on it. */
@Tag("cluster")
class PackagedAgentTest {
    @TempDir
    private Path scratch;

    @Test
    void theAgentStarts() throws Exception {
        Path output = scratch.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + Distribution.HOME.resolve("agent/exalt-agent.jar") + "=directories="
                                + scratch.resolve("data") + ",registry=" + scratch.resolve("registry"),
                        "-version")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = process.waitFor();
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains("exalt-agent: compresses Tardis data below [" + scratch.resolve("data") + "] and between");
        assertThat(exit).isZero();
    }

    @Test
    void itsLibraryIsNotOnTheClassPath() throws Exception {
        assertThat(Distribution.jars())
                .anyMatch(jar -> jar.startsWith("exalt-hbase-"))
                .anyMatch(jar -> jar.startsWith("exalt-agent-"))
                .noneMatch(jar -> jar.startsWith("byte-buddy"));
    }
}
