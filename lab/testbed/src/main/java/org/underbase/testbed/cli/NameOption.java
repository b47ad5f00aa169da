package org.underbase.testbed.cli;

import picocli.CommandLine.Option;

/** Which cluster is meant. */
final class NameOption {
    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Name of the cluster; default: ${DEFAULT-VALUE}.")
    private String name = "default";

    String name() {
        return name;
    }
}
