package org.underbase.exalt.harness.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.scenario.Scenario;
import org.underbase.testbed.cli.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code underbase exalt scenarios}. */
@Command(name = "scenarios", mixinStandardHelpOptions = true, description = "List the scenarios and what they ask.")
final class ScenariosCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Table table = new Table("scenario", "--count", "question");
        for (Scenario scenario : Scenario.all()) {
            table.row(scenario.name(), Long.toString(scenario.defaultCount()), scenario.question());
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(table);
        out.flush();
        return 0;
    }
}
