package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.mode.SyncMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog directory set}. */
@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Set the mode of the new files below directories.",
            "",
            "The command sets the storage policy of each directory, and saves the previous one in the xattr "
                    + "user.underbase.combinedlog.previous. Existing files keep their replicas where they are. It can be repeated, "
                    + "also with another mode. It requires write access to the directories."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog directory set --mode durable-hflush /hbase/WALs /hbase/oldWALs",
            "  underbase combinedlog directory set --mode journal --policy ALL_SSD /logs"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; unset restores the directories that were already changed",
            "2:invalid usage, or no storage policy has the mode"
        })
final class DirectorySetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--mode", required = true, paramLabel = "MODE", description = "stock, journal or durable-hflush.")
    private String mode;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Storage policy of HDFS. Default: the current one if it has the mode, otherwise the only one "
                    + "with the mode.")
    private String policy = "";

    @Mixin
    private DirectoryTarget target;

    @Override
    public Integer call() throws IOException {
        SyncMode selected = SyncMode.of(mode)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "invalid --mode " + mode + ": expected stock, journal or durable-hflush"));
        Optional<String> name = Optional.of(policy).filter(text -> !text.isEmpty());
        return target.run((modes, directory) -> {
            try {
                return modes.set(directory, selected, name);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(
                        spec.commandLine(),
                        e.getMessage() + "; --conf or -D must contain the keys of the DataNodes",
                        e);
            }
        });
    }
}
