package org.underbase.sim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.underbase.operator.output.ExitCode;
import org.underbase.sim.run.StudyFile;
import org.underbase.sim.run.StudyOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code simulate} about study files. */
final class StudyFileOptions {
    /** Options that a study file does not contain. */
    private static final Set<String> OTHERS = Set.of("--study", "--out", "--json", "--threads");

    @Option(
            names = "--study",
            paramLabel = "FILE",
            description =
                    "Read the options of the study from this file. Only --out, --json and --threads may be given with it.")
    private Path file;

    @Option(names = "--study-reference", description = "Print all keys of a study file with their defaults.")
    private boolean reference;

    boolean isReference() {
        return reference;
    }

    int printReference(CommandLine line) throws IOException {
        line.getOut().print(StudyFile.reference());
        line.getOut().flush();
        return ExitCode.SUCCESS;
    }

    boolean isGiven() {
        return file != null;
    }

    /** Simulates the study of the file. */
    int simulate(CommandLine line) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>();
        for (ArgSpec argument : line.getParseResult().matchedArgs()) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            if (!OTHERS.contains(name)) {
                throw new ParameterException(line, "--study excludes " + name + ": set it in " + file);
            }
            if (!name.equals("--study")) {
                options.add(name);
                options.addAll(argument.typeInfo().isBoolean() ? List.of() : argument.originalStringValues());
            }
        }
        options.addAll(StudyOptions.read(file));
        SimulateCommand command = new SimulateCommand();
        try {
            new CommandLine(command)
                    .setOut(line.getOut())
                    .setErr(line.getErr())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(options.toArray(String[]::new));
            return command.call();
        } catch (ParameterException e) {
            throw new IOException("invalid study: " + file + ": " + e.getMessage(), e);
        }
    }
}
