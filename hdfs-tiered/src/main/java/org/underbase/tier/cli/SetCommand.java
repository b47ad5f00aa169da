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
            "Set the policy of a file or directory. Files below a directory inherit its policy unless they have one.",
            "",
            "A policy is network-aware (stock HDFS), tier-aware, hybrid, random, or a vector: the number of replicas on "
                    + "each tier. With landing: before a policy, files are written to the fastest tier and distributed "
                    + "when they are closed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -set /hbase/data fast=1,disk=2",
            "  hdfs tier -set /logs/2024.gz hybrid -r 2 -w",
            "  hdfs tier -set /ingest landing:hybrid",
            "  hdfs tier -set -R /old disk=2           set it on each file below"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:accepted; with -w, all replicas are placed",
            "1:failure",
            "2:invalid usage",
            "3:timeout of -w"
        })
final class SetCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "PATH", description = "A file or directory.")
    private String path;

    @Parameters(index = "1", paramLabel = "POLICY|VECTOR", description = "Such as hybrid or fast=1,disk=2.")
    private String policy;

    @Option(
            names = "-r",
            paramLabel = "REPLICAS",
            defaultValue = "0",
            description = "New replication of the file; invalid for a directory. Default: unchanged, or the vector's.")
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
