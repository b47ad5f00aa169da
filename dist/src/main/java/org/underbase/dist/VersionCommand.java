package org.underbase.dist;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./underbase version}. */
@Command(name = "version", description = "Print the versions of Underbase, Hadoop, HBase and Java.")
final class VersionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (String line : new Version().getVersion()) {
            out.println(line);
        }
        out.flush();
        return 0;
    }
}
