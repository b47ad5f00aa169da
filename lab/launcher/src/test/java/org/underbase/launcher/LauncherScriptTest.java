package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script on a machine that lacks packages, with substitutes for apt, Maven and the user's identity. */
class LauncherScriptTest {
    private static final List<String> TOOLS = List.of(
            "sh",
            "awk",
            "cat",
            "comm",
            "date",
            "dirname",
            "find",
            "getconf",
            "grep",
            "head",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sort",
            "tee",
            "tr",
            "wc");

    @TempDir
    private Path directory;

    private Path home;
    private Path bin;

    /** Exit code and output of one run. */
    private record Run(int exitCode, List<String> lines) {}

    @BeforeEach
    void createCheckoutAndTools() throws IOException {
        home = Files.createDirectories(directory.resolve("checkout"));
        bin = Files.createDirectories(directory.resolve("bin"));
        Files.copy(Sources.ROOT.resolve("underbase"), home.resolve("underbase"));
        Files.writeString(
                home.resolve("pom.xml"), "<modules>\n  <module>one</module>\n  <module>lab/two</module>\n</modules>\n");
        for (String module : List.of("one", "lab/two")) {
            write(module + "/src/test/java/ATest.java", "class ATest {}\n");
        }
        write("lab/two/src/main/resources/META-INF/underbase/commands", "x.Demo # demo: d\nx.Bench # bench: b\n");
        for (String tool : TOOLS) {
            Files.createSymbolicLink(bin.resolve(tool), find(tool));
        }
        tool("id", "echo 0");
        tool("apt-get", "echo \"$*\" >>" + directory.resolve("apt"));
        tool("mvn", "exit 1");
    }

    @Test
    void demoInstallsItsPackagesInACleanCheckout() throws Exception {
        Run run = underbase("demo");

        assertThat(run.lines()).contains("underbase: installing iproute2");
        assertThat(aptCalls())
                .anySatisfy(call -> assertThat(call).startsWith("install").endsWith(" iproute2"));
        assertThat(home.resolve(".underbase/apt.log")).isRegularFile();
        assertThat(run.exitCode()).as("Maven's substitute fails").isEqualTo(1);
    }

    @Test
    void anInstallationWaitsForTheLockOfAnother() throws Exception {
        underbase("demo");

        assertThat(aptCalls())
                .filteredOn(call -> call.startsWith("install"))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call).contains(" -o DPkg::Lock::Timeout=300 "));
    }

    @Test
    void benchInstallsFuseAndACompiler() throws Exception {
        underbase("bench", "combinedlog");

        assertThat(aptCalls()).anySatisfy(call -> assertThat(call).contains(" fuse3 ", " gcc ", " pkg-config "));
    }

    @Test
    void anUnknownCommandInstallsNothing() throws Exception {
        Run run = underbase("bogus");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).containsExactly("underbase: unknown command 'bogus' (see ./underbase --help)");
        assertThat(home.resolve(".underbase")).doesNotExist();
    }

    @Test
    void anUnknownModuleIsReportedInOneLine() throws Exception {
        Run run = underbase("test", "--no-extras", "--module", "bogus");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines())
                .singleElement()
                .asString()
                .startsWith("underbase: test: unknown --module 'bogus': must be one of ");
    }

    @Test
    void aPassingTestRunEndsWithItsCounts() throws Exception {
        maven("one", "lab/two");

        Run run = underbase("test", "--no-extras");

        assertThat(run.lines()).last().isEqualTo("tests: 2 passed, 0 failed, 0 skipped");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void aModuleWithoutAReportFailsTheRun() throws Exception {
        maven("one");

        Run run = underbase("test", "--no-extras");

        assertThat(run.lines())
                .contains("underbase: no test report of " + home.resolve("lab/two")
                        + " was counted: see .underbase/test.log");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void aFileInTheSourceTreeFailsTheRun() throws Exception {
        maven("one", "lab/two");
        Files.writeString(bin.resolve("mvn"), Files.readString(bin.resolve("mvn")) + "echo x >one/leftover\n");

        Run run = underbase("test", "--no-extras");

        assertThat(run.lines())
                .contains("underbase: the tests left files in the source tree:")
                .contains(home.resolve("one/leftover").toString());
        assertThat(run.exitCode()).isEqualTo(1);
    }

    /** Substitutes Maven by a script that writes a report of one passed test for each module. */
    private void maven(String... modules) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String module : modules) {
            script.append("mkdir -p " + module + "/target/surefire-reports\n")
                    .append("echo '<testsuite name=\"ATest\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">' >"
                            + module + "/target/surefire-reports/TEST-ATest.xml\n");
        }
        // A report counts only if it is newer than the start of the run.
        script.append("for f in $(find . -name 'TEST*'); do\n")
                .append(
                        "until [ -n \"$(find $f -newer .underbase/test.start)\" ]; do cat $f >$f.new; mv $f.new $f; done\n")
                .append("done\n");
        tool("mvn", script.toString());
    }

    private Run underbase(String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("sh", home.resolve("underbase").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("UNDERBASE_NO_APT");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return new Run(process.waitFor(), lines);
    }

    private List<String> aptCalls() throws IOException {
        return Files.readAllLines(directory.resolve("apt"));
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void write(String file, String content) throws IOException {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private static Path find(String tool) {
        return List.of("/usr/bin", "/bin").stream()
                .map(path -> Path.of(path, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the machine has no " + tool));
    }
}
