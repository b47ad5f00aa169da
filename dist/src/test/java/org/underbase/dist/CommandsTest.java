package org.underbase.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Discovery of commands and their error output. */
class CommandsTest {
    @Command(name = "fail")
    public static final class Fail implements Callable<Integer> {
        @Option(names = "--how", defaultValue = "plain")
        private String how;

        @Override
        public Integer call() throws IOException {
            throw switch (how) {
                case "remote" -> new IOException("org.example.Denied: no\n\tat org.example.Server.run(Server.java:1)");
                case "file" -> new NoSuchFileException("/no/such/file");
                default -> new IOException();
            };
        }
    }

    private final StringWriter err = new StringWriter();

    @Test
    void everyListedCommandIsFoundAndHasADescription() throws Exception {
        CommandLine root = Commands.commandLine(getClass().getClassLoader());
        assertThat(root.getSubcommands().keySet()).contains("version");
        assertThat(Commands.classNames(getClass().getClassLoader()))
                .as("every listed class is a command")
                .hasSizeLessThan(root.getSubcommands().size());
        root.getSubcommands().forEach((name, command) -> assertThat(
                        command.getCommandSpec().usageMessage().description())
                .as("description of %s", name)
                .isNotEmpty());
    }

    @Test
    void anExceptionIsOneLineAndExitCode1() throws Exception {
        assertThat(run("fail", "--how", "remote")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("underbase: fail: org.example.Denied: no" + System.lineSeparator());
    }

    @Test
    void aMessageThatIsOnlyAFileNameGetsItsExceptionName() throws Exception {
        assertThat(run("fail", "--how", "file")).isEqualTo(1);
        assertThat(err.toString()).startsWith("underbase: fail: NoSuchFile: /no/such/file");
    }

    @Test
    void anExceptionWithoutMessageShowsItsClass() throws Exception {
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString()).startsWith("underbase: fail: IOException");
    }

    @Test
    void wrongUsageIsOneLineWithAHintAndExitCode2() throws Exception {
        assertThat(run("fail", "--nonsense")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains("--nonsense").contains("--help");
    }

    @Test
    void anUnknownCommandIsNamedBeforeUnknownOptions() throws Exception {
        assertThat(run("datanode", "bogus", "--conf", "X")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("underbase: datanode: unknown command 'bogus' (see ./underbase datanode --help)"
                        + System.lineSeparator());
    }

    @Test
    void theHintNamesTheCommandAsItWasCalled() throws Exception {
        System.setProperty(OneLineErrors.COMMAND, "bin/underbase");
        try {
            assertThat(run("datanode")).isEqualTo(2);
        } finally {
            System.clearProperty(OneLineErrors.COMMAND);
        }
        assertThat(err.toString()).contains("(see bin/underbase datanode --help)");
    }

    @Test
    void aListedClassThatDoesNotExistIsNamed(@TempDir Path dir) throws Exception {
        Files.createDirectories(dir.resolve("META-INF/underbase"));
        Files.writeString(dir.resolve(Commands.RESOURCE), "org.example.Missing # missing: does not exist\n");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {dir.toUri().toURL()}, getClass().getClassLoader())) {
            assertThatThrownBy(() -> Commands.commandLine(loader)).hasMessageContaining("org.example.Missing");
        }
    }

    private int run(String... args) throws IOException {
        CommandLine root = Commands.commandLine(getClass().getClassLoader());
        root.addSubcommand(new Fail());
        OneLineErrors errors = new OneLineErrors();
        root.setExecutionExceptionHandler(errors).setParameterExceptionHandler(errors);
        root.setErr(new PrintWriter(err, true));
        return root.execute(args);
    }
}
