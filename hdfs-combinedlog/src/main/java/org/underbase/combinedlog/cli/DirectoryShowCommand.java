package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.DirectoryModes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog directory show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show the mode of the new files of directories.",
            "",
            "The column TYPES contains the storage types that the storage policy selects. The column WEAK FALLBACKS contains the "
                    + "types of a weaker mode that HDFS uses if those are full or missing."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog directory show --json /hbase/WALs /hbase/data",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure", "2:invalid usage"})
final class DirectoryShowCommand implements Callable<Integer> {
    @Mixin
    private DirectoryTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(DirectoryModes::show);
    }
}
