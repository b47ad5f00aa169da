package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.report.RunCsv;
import org.underbase.exalt.harness.report.RunJson;
import org.underbase.exalt.harness.report.RunPage;
import org.underbase.exalt.harness.report.RunText;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say what becomes of a run. */
final class ResultMixin {
    @Option(
            names = "--profile",
            description =
                    "Record what threads do meanwhile, which costs some of the processors: tables, and flame graphs in run.html.")
    private boolean profile;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where run.json, run.csv and run.html are written; with --profile, stacks as well."
                    + " Default: nowhere.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    /** Whether stacks are recorded. */
    boolean profile() {
        return profile;
    }

    /**
     * Runs, and tells what came of it.
     *
     * @param command that has these options
     * @return the exit code
     */
    int run(RunOptions options, CommandLine command) throws IOException, InterruptedException {
        // Where there can be none is to be known before the run, not after it.
        Optional<Path> directory = out.isPresent() ? Optional.of(made("--out", out.get(), command)) : out;
        if (options.cluster().directory().isPresent()) {
            Path cluster = made("--dir", options.cluster().directory().get(), command);
            try (Stream<Path> entries = Files.list(cluster)) {
                if (entries.findAny().isPresent()) {
                    throw new ParameterException(
                            command, "--dir " + cluster + " is not empty: a cluster needs a directory of its own");
                }
            }
        }
        PrintWriter err = command.getErr();
        RunResult result = new Run(options, line -> {
                    err.println(line);
                    err.flush();
                })
                .run();
        if (directory.isPresent()) {
            write(result, directory.get());
        }
        PrintWriter print = command.getOut();
        print.println(json ? RunJson.of(result) : RunText.of(result));
        print.flush();
        return result.errors() == 0 ? 0 : 1;
    }

    private static Path made(String option, Path directory, CommandLine command) throws IOException {
        try {
            return Files.createDirectories(directory);
        } catch (FileSystemException e) {
            throw new ParameterException(command, option + " " + directory + " cannot be made: " + reason(e), e);
        }
    }

    private static String reason(FileSystemException e) {
        if (e instanceof FileAlreadyExistsException) {
            return e.getFile() + " is no directory";
        }
        return e.getReason() == null ? e.toString() : e.getReason();
    }

    private static void write(RunResult result, Path directory) throws IOException {
        Files.writeString(directory.resolve("run.json"), RunJson.of(result) + "\n");
        Files.writeString(directory.resolve("run.csv"), RunCsv.of(result.samples()));
        Files.writeString(directory.resolve("run.html"), RunPage.of(result));
        for (Profile each : result.profiles()) {
            Files.writeString(directory.resolve(each.fileName() + ".collapsed"), each.collapsed());
        }
    }
}
