package org.underbase.workload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine;

/** Commands without an HBase. */
@Timeout(600)
class WorkloadCommandTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everyCommandHasCompleteHelp() {
        check(new CommandLine(new WorkloadCommand()));
    }

    private static void check(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        assertThat(command.getCommandSpec().usageMessage().description())
                .as(name)
                .isNotEmpty();
        if (command.getSubcommands().isEmpty()) {
            String footer =
                    String.join(" ", command.getCommandSpec().usageMessage().footer());
            assertThat(footer).as(name).contains("Exit codes", "Example", "underbase workload");
            command.getCommandSpec().options().forEach(option -> assertThat(option.description())
                    .as(name + " " + option.longestName())
                    .isNotEmpty());
        }
        command.getSubcommands().values().forEach(WorkloadCommandTest::check);
    }

    @Test
    void invalidValuesAreUsageErrorsBeforeAnyConnection() {
        assertUsage("invalid compression 'RAR'", "messages", "load", "--compression", "RAR");
        assertUsage("between 0 and 1", "messages", "load", "--chat-fraction", "2");
        assertUsage("must be positive", "messages", "load", "--users", "0");
        assertUsage("not a size", "messages", "load", "--flush-size", "big");
        assertUsage("60/34/6", "messages", "run", "--mix", "60-34-6");
        assertUsage("not a duration", "messages", "run", "--duration", "soon");
        assertUsage("rate must be positive", "messages", "run", "--rate", "-5");
        assertUsage("number of operations", "messages", "run", "--operations", "0");
        assertUsage("table", "messages", "run", "--table", "no/such:name");
        assertUsage("--path", "dfsio", "write");
        assertUsage("between 1 byte and 1 MiB", "dfsio", "write", "--path", "file:/x", "--request", "2m");
        assertUsage("subcommand", "messages");
        assertUsage("subcommand");
    }

    private void assertUsage(String message, String... args) {
        assertThat(run(args)).as(String.join(" ", args)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void anUnreachableHbaseIsReportedWithinTheTimeout() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        int exit = run(
                "messages",
                "run",
                "-D",
                "hbase.zookeeper.quorum=127.0.0.1",
                "-D",
                "hbase.zookeeper.property.clientPort=" + port,
                "--operation-timeout",
                "3s",
                "--retries",
                "1");
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString().strip())
                .startsWith("cannot reach HBase at 127.0.0.1:" + port + ": ")
                .hasLineCount(1);
    }

    @Test
    void aDirectoryWithoutConfigurationIsReported() {
        assertThat(run(
                        "messages",
                        "verify",
                        "--conf",
                        directory.resolve("nowhere").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no configuration directory");
        assertThat(run("messages", "verify", "--conf", directory.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("contains none of core-site.xml");
    }

    @Test
    void dfsioWritesAndReadsAndPrintsJson() throws Exception {
        String path = directory.resolve("files").toUri().toString();
        assertThat(run("dfsio", "write", "--path", path, "--files", "2", "--size", "1m"))
                .isZero();
        assertThat(out.toString()).contains("create", "write completed: 2.0 MiB");
        assertThat(run("dfsio", "read", "--path", path, "--files", "2", "--size", "1m", "--verify", "--json"))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("bytes").asLong()).isEqualTo(2 << 20);
        assertThat(json.get("wrong").asLong()).isZero();
        assertThat(json.get("types").get("read").get("count").asLong()).isEqualTo(2);
        assertThat(json.get("latencyMillis").has("p99.9")).isTrue();
        assertThat(run("dfsio", "pread", "--path", path, "--files", "2", "--size", "1m", "--reads", "100"))
                .isZero();
        assertThat(run("dfsio", "read", "--path", path, "--files", "3", "--size", "1m"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("dfsio-00002 is missing");
        assertThat(run("dfsio", "delete", "--path", path, "--files", "2")).isZero();
        assertThat(out.toString()).contains("deleted 2 files");
    }

    @Test
    void durationsAndSizesAreParsed() {
        DurationConverter times = new DurationConverter();
        assertThat(times.convert("90")).isEqualTo(Duration.ofSeconds(90));
        assertThat(times.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(times.convert("250ms")).isEqualTo(Duration.ofMillis(250));
        SizeConverter sizes = new SizeConverter();
        assertThat(sizes.convert("4096")).isEqualTo(4096);
        assertThat(sizes.convert("64K")).isEqualTo(65536);
        assertThat(sizes.convert("2g")).isEqualTo(2L << 30);
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new WorkloadCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof CommandLine.ParameterException usage) {
                        command.getErr().println(usage.getMessage());
                        return CommandLine.ExitCode.USAGE;
                    }
                    command.getErr().println(failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .execute(args);
    }
}
