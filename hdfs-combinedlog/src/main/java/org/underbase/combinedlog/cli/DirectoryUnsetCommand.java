package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.DirectoryModes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog directory unset}. */
@Command(
        name = "unset",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Restore the storage policy that directories had before set.",
            "",
            "Directories without a mode that was set stay unchanged, so the command can be repeated. A file that is being written "
                    + "keeps its mode until its current block is complete."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog directory unset /hbase/WALs",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; the command can be repeated", "2:invalid usage"})
final class DirectoryUnsetCommand implements Callable<Integer> {
    @Mixin
    private DirectoryTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(DirectoryModes::unset);
    }
}
