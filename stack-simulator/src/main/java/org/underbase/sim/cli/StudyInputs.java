package org.underbase.sim.cli;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.underbase.operator.output.ProgramVersion;
import org.underbase.sim.run.KeptRuns;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Inputs of a study: all options but those without an effect on a result. */
final class StudyInputs {
    /** Names of runs, and options about the output or the speed. */
    private static final Set<String> OTHERS = Set.of(
            "--seed",
            "--machine",
            "--out",
            "--title",
            "--json",
            "--threads",
            "--study",
            "--study-reference",
            "--help",
            "--version");

    private StudyInputs() {}

    /** Returns the values by the names of the options. */
    static Map<String, String> of(CommandSpec spec) {
        Map<String, String> inputs = new TreeMap<>();
        for (OptionSpec option : spec.options()) {
            if (!OTHERS.contains(option.longestName())) {
                inputs.put(option.longestName(), text(option));
            }
        }
        spec.positionalParameters().forEach(parameter -> inputs.put(parameter.paramLabel(), text(parameter)));
        inputs.put(KeptRuns.VERSION, ProgramVersion.of(KeptRuns.class));
        return inputs;
    }

    private static String text(ArgSpec argument) {
        return argument.getValue() == null ? "" : argument.getValue().toString();
    }
}
