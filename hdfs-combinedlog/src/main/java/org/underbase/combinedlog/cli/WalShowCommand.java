package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.WalDirectories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog wal show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Show the WAL directories, their placement, the placement that disable restores, and missing settings.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog wal show --conf /etc/hbase/conf --json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure", "2:invalid usage", "3:success; some directories are missing"})
final class WalShowCommand implements Callable<Integer> {
    @Mixin
    private WalTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(WalDirectories::show, true);
    }
}
