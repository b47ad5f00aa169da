package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.underbase.exalt.harness.profile.Profile;
import org.underbase.exalt.harness.report.RunCsv;
import org.underbase.exalt.harness.report.RunJson;
import org.underbase.exalt.harness.report.RunPage;
import org.underbase.exalt.harness.report.RunText;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the output of a run. */
final class ResultMixin {
    @Option(
            names = "--profile",
            description =
                    "Record stacks of threads, which takes processor time: print tables, and add flame graphs to run.html.")
    private boolean profile;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for run.json, run.csv and run.html, and for stacks with --profile. Default: none.")
    private Path out;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Returns whether to record stacks. */
    boolean profile() {
        return profile;
    }

    /**
     * Runs, and prints the result.
     *
     * @param options description of the run
     * @param command command with these options
     * @return exit code
     */
    int run(RunOptions options, CommandLine command) throws IOException, InterruptedException {
        // Create the directory before the run, so that an invalid path does not lose the result.
        Path directory = out == null ? null : created("--out", out, command);
        Path cluster = created("--dir", options.cluster().directory(), command);
        try (Stream<Path> entries = Files.list(cluster)) {
            if (entries.findAny().isPresent()) {
                throw new ParameterException(command, "invalid --dir " + cluster + ": the directory is not empty");
            }
        }
        RunResult result;
        try (ProgressLine progress = new ProgressLine(command.getErr(), "exalt")) {
            result = new Run(options, progress::step).run();
        }
        if (directory != null) {
            write(result, directory);
        }
        PrintWriter print = command.getOut();
        print.println(json ? RunJson.of(result) : RunText.of(result));
        print.flush();
        return result.errors() == 0 ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static Path created(String option, Path directory, CommandLine command) throws IOException {
        try {
            return Files.createDirectories(directory);
        } catch (FileSystemException e) {
            throw new ParameterException(command, "cannot create " + option + " " + directory + ": " + reason(e), e);
        }
    }

    private static String reason(FileSystemException e) {
        if (e instanceof FileAlreadyExistsException) {
            return e.getFile() + " is not a directory";
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
