package org.underbase.testbed.cli;

import java.io.IOException;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Argument that names a daemon of a cluster. */
final class DaemonOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private NameOption name;

    @Parameters(
            index = "0",
            paramLabel = "DAEMON",
            description = "Daemon as printed by status, such as n1/datanode-0, or namenode-0 if that is unique.")
    private String daemon;

    TestCluster cluster() throws IOException {
        return Registry.ofUser().attach(name.name());
    }

    Daemon daemon(TestCluster cluster) {
        try {
            return cluster.daemon(daemon);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    void print(Daemon changed, String result) {
        spec.commandLine().getOut().println(changed.path() + " " + result);
        spec.commandLine().getOut().flush();
    }
}
