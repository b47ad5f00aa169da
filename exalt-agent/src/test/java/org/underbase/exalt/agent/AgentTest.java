package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.underbase.exalt.fuzz.Jdks;

/** Tests of the packaged agent in JVMs of each JDK of this machine. */
@Tag("cluster")
class AgentTest {
    @TempDir
    private Path scratch;

    static List<Path> jdks() throws IOException {
        return Jdks.all();
    }

    private String compressed() {
        return "directories=" + scratch.resolve("compressed");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void writtenBytesAreReadableAfterTheJvmHaltsWithoutClosing(Path jdk) throws Exception {
        Path file = Files.createDirectories(scratch.resolve("compressed")).resolve("file");
        AgentJvm.Ended writer =
                new AgentJvm(jdk, compressed()).run(scratch, HaltingWriter.class, "write", file.toString());
        assertThat(writer.exit()).as(writer.output()).isEqualTo(7);
        assertThat(Files.size(file)).isLessThan(2_000);
        AgentJvm.Ended reader =
                new AgentJvm(jdk, compressed()).run(scratch, HaltingWriter.class, "check", file.toString());
        assertThat(reader.output()).contains("same true length 3000000");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void copiesOutsideOfTheDirectoriesArePlainAndVolumesHaveTheConfiguredCapacity(Path jdk) throws Exception {
        Path inside = Files.createDirectories(scratch.resolve("compressed"));
        Path outside = Files.createDirectories(scratch.resolve("outside"));
        AgentJvm.Ended ended = new AgentJvm(jdk, compressed() + ",capacity=1P")
                .run(scratch, CopiedOutFiles.class, inside.toString(), outside.toString());
        assertThat(ended.output())
                .contains(
                        "copied true",
                        "renamed false false true",
                        "failed: exalt-agent: a compressed file cannot be moved out",
                        "directory renamed false false",
                        "directory failed: exalt-agent: a compressed file cannot be moved out",
                        "child not read: Cannot run program \"wc\": exalt-agent: ",
                        "child not appended: Cannot run program \"echo\": exalt-agent: ",
                        "child not written: Cannot run program \"echo\": exalt-agent: ",
                        "child elsewhere",
                        "not loaded: exalt-agent: cannot load native code from the compressed file "
                                + inside.resolve("sub/deep"),
                        "complete true",
                        "back true",
                        "plain true",
                        "directory true true",
                        "total " + (1L << 50) + " " + (1L << 50),
                        "fits true",
                        "others true");
        assertThat(ended.exit()).as(ended.output()).isZero();
        // On disk, the copy is uncompressed and its source is compressed.
        assertThat(Files.size(outside.resolve("copy"))).isEqualTo(1 << 20);
        assertThat(Files.size(inside.resolve("file"))).isLessThan(2_000);
    }

    /** Only files that match the pattern are compressed. */
    @Test
    void filesThatDoNotMatchThePatternArePlain() throws Exception {
        Path directory = Files.createDirectories(scratch.resolve("compressed"));
        AgentJvm jvm =
                new AgentJvm(Path.of(System.getProperty("java.home")), compressed() + ",pattern=/blk_,quiet=true");
        for (String name : List.of("blk_1", "other")) {
            jvm.run(
                    scratch,
                    HaltingWriter.class,
                    "write",
                    directory.resolve(name).toString());
        }
        assertThat(Files.size(directory.resolve("blk_1"))).isLessThan(2_000);
        assertThat(Files.size(directory.resolve("other"))).isEqualTo(3_000_000);
    }

    @Test
    void nativeLibrariesAndIncompressibleDataAreReported() throws Exception {
        Path home = Path.of(System.getProperty("java.home"));
        String library = home.resolve("lib/libprefs.so").toString();
        AgentJvm.Ended ended = new AgentJvm(home, compressed())
                .run(
                        scratch,
                        Unseen.class,
                        library,
                        scratch.resolve("compressed/file").toString());
        assertThat(ended.output())
                .containsOnlyOnce("exalt-agent: native library " + library + " is loaded")
                .containsOnlyOnce("bytes written to files are not Tardis data")
                .contains("written " + (65 << 20));
        assertThat(ended.exit()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|nothing to compress: set directories=",
                "directories=|nothing to compress: set directories=",
                "registry=/proc/nowhere|cannot create directory /proc/nowhere",
                "directories=/tmp/x,jmx=perhaps|invalid jmx='perhaps': must be true or false",
                "directories=/proc/nowhere|cannot create directory /proc/nowhere",
                "directries=/data|unknown option 'directries'",
                "directories=/tmp/x,pattern|invalid option 'pattern': must have the form key=value",
                "directories=/tmp/x,pattern=[|invalid pattern='[': not a regular expression",
                "directories=/tmp/x,verify=none|invalid verify='none': must be one of full, sampled, paper",
                "directories=/tmp/x,capacity=much|must be a size such as 10T",
                "directories=/tmp/x,capacity=99999999P|must be a size such as 10T",
                "directories=/tmp/x,quiet=maybe|invalid quiet='maybe': must be true or false",
                "directories=/tmp/x,directories=/tmp/y|option 'directories' is given twice: separate several directories by ':'",
                "directories=/tmp/x,quiet=true,quiet=true|option 'quiet' is given twice",
                "directories=/tmp/x,statistics=/proc/nowhere/at-all|cannot write statistics to /proc/nowhere/at-all",
                "directories=/tmp/x,statistics=/tmp|cannot write statistics to /tmp",
                "/there/is/no/such/file|cannot read options file /there/is/no/such/file"
            })
    void invalidOptionsHaltTheJvmWithOneLine(String arguments, String words) throws Exception {
        AgentJvm.Ended ended = new AgentJvm(
                        Path.of(System.getProperty("java.home")), arguments == null ? "" : arguments)
                .run(scratch, HaltingWriter.class, "check", "/none");
        assertThat(ended.exit()).isEqualTo(3);
        assertThat(ended.output().lines().filter(line -> line.startsWith("exalt-agent: ")))
                .singleElement()
                .asString()
                .contains(words);
    }

    /** A second agent would overwrite the settings of the first. */
    @Test
    void secondAgentIsRejected() throws Exception {
        Path home = Path.of(System.getProperty("java.home"));
        AgentJvm.Ended ended = new AgentJvm(home, compressed() + ",quiet=true")
                .option("-javaagent:" + AgentJvm.JAR + "=" + compressed() + ",jmx=false")
                .run(scratch, HaltingWriter.class, "check", "/none");
        assertThat(ended.output()).contains("exalt-agent: this JVM already has an exalt-agent");
        assertThat(ended.exit()).isEqualTo(3);
    }

    /** A later release may rename a method. */
    @ParameterizedTest
    @MethodSource("jdks")
    void jdkWithoutAHookedMethodIsRejectedByItsName(Path jdk) throws Exception {
        PatchedJdk patched = new PatchedJdk(jdk, scratch.resolve("patch")).without("java/io/File", "getTotalSpace");
        assertRejected(jdk, patched, "cannot instrument [java.io.File.getTotalSpace()]");
    }

    /** All hooked methods exist, but one behaves differently. */
    @ParameterizedTest
    @MethodSource("jdks")
    void jdkOnWhichTheSelfTestFailsIsRejectedWithTheFailedCheck(Path jdk) throws Exception {
        PatchedJdk patched =
                new PatchedJdk(jdk, scratch.resolve("patch")).idle("java/io/RandomAccessFile", "readFully", "([B)V");
        assertRejected(jdk, patched, "self-test failed: RandomAccessFile.read() returned wrong results");
    }

    private void assertRejected(Path jdk, PatchedJdk patched, String words) throws Exception {
        AgentJvm.Ended ended = new AgentJvm(jdk, compressed())
                .option(patched.option())
                .run(scratch, HaltingWriter.class, "check", "/none");
        assertThat(ended.exit()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output().lines().filter(line -> line.startsWith("exalt-agent: ")))
                .singleElement()
                .asString()
                .contains(words);
    }

    /** An application that uses the codec has the agent's classes on its class path. */
    @Test
    void agentStartsWhenTheApplicationHasItsClassesOnTheClassPath() throws Exception {
        AgentJvm.Ended ended = new AgentJvm(Path.of(System.getProperty("java.home")), compressed())
                .first(Path.of("target", "classes"))
                .run(
                        scratch,
                        HaltingWriter.class,
                        "write",
                        scratch.resolve("compressed/file").toString());
        assertThat(ended.exit()).as(ended.output()).isEqualTo(7);
        assertThat(Files.size(scratch.resolve("compressed/file"))).isLessThan(2_000);
    }

    @Test
    void optionsAreReadFromAFile() throws Exception {
        Path options = Files.writeString(
                scratch.resolve("agent.properties"),
                """
                # as on the command line
                directories = %s
                pattern = /blk_
                """
                        .formatted(scratch.resolve("compressed")));
        AgentJvm.Ended ended = new AgentJvm(Path.of(System.getProperty("java.home")), options.toString())
                .run(
                        scratch,
                        HaltingWriter.class,
                        "write",
                        scratch.resolve("compressed/blk_2").toString());
        assertThat(ended.exit()).as(ended.output()).isEqualTo(7);
        assertThat(Files.size(scratch.resolve("compressed/blk_2"))).isLessThan(2_000);
    }
}
