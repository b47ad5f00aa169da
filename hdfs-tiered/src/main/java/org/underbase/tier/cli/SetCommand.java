package org.underbase.tier.cli;

import org.underbase.tier.client.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tier -set}. */
@Command(
        name = "set",
        aliases = "-set",
        description = {
            "Sets the policy of a file, or of a directory: files below it inherit it where they have none of their own.",
            "",
            "A policy is network-aware (stock HDFS), tier-aware, hybrid, random, or a vector: so many replicas on each "
                    + "tier."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -set /hbase/data fast=1,disk=2",
            "  hdfs tier -set /logs/2024.gz hybrid -r 2 -w",
            "  hdfs tier -set -R /old disk=2           each file below gets it by itself"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:accepted; with -w, done", "1:failure", "2:wrong usage", "3:-w and the timeout passed"})
final class SetCommand extends ChangeVerb {
    @Parameters(index = "0", paramLabel = "PATH", description = "A file or directory.")
    private String path;

    @Parameters(index = "1", paramLabel = "POLICY|VECTOR", description = "As hybrid, or as fast=1,disk=2.")
    private String policy;

    @Option(
            names = "-r",
            paramLabel = "REPLICAS",
            defaultValue = "0",
            description = "The file's new replication; not for a directory. Default: it stays, or is the vector's.")
    private int replicas;

    @Override
    String target() {
        return path;
    }

    @Override
    TierChange change() {
        return new TierChange.SetPolicy(policy, replicas);
    }
}
