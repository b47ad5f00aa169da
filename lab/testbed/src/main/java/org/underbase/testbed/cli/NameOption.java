package org.underbase.testbed.cli;

import picocli.CommandLine.Option;

/** Option that names a cluster. */
final class NameOption {
    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "Name of the cluster. Default: ${DEFAULT-VALUE}.")
    private String name = "default";

    String name() {
        return name;
    }
}
