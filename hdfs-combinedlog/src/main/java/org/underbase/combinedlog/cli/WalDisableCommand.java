package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.WalDirectories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog wal disable}. */
@Command(
        name = "disable",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Restore the placement that the WAL directories had before enable.",
            "",
            "Directories that are not enabled stay unchanged, so the command can be repeated. Existing replicas are not moved; "
                    + "HBase deletes WALs within minutes."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog wal disable --conf /etc/hbase/conf",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; the command can be repeated",
            "2:invalid usage",
            "3:success for the existing directories; some are missing"
        })
final class WalDisableCommand implements Callable<Integer> {
    @Mixin
    private WalTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(WalDirectories::disable, false);
    }
}
