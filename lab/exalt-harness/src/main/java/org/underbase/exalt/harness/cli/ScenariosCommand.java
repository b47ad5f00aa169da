package org.underbase.exalt.harness.cli;

import java.util.concurrent.Callable;
import org.underbase.exalt.harness.scenario.Scenario;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command {@code underbase exalt scenarios}. */
@Command(name = "scenarios", mixinStandardHelpOptions = true, description = "List the scenarios and their questions.")
final class ScenariosCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        TextTable table = new TextTable("scenario", "--count", "question").leftAligned();
        for (Scenario scenario : Scenario.all()) {
            table.row(scenario.name(), Long.toString(scenario.defaultCount()), scenario.question());
        }
        table.print(spec.commandLine().getOut());
        return ExitCode.SUCCESS;
    }
}
