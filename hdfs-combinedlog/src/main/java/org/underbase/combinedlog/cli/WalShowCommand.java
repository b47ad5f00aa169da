package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.WalDirectories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code underbase combinedlog wal show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Shows the WAL directories, what is set on them, what disable would bring back, and what is missing.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog wal show --conf /etc/hbase/conf --json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "1:failure", "2:wrong usage", "3:shown; not all directories are there"})
final class WalShowCommand implements Callable<Integer> {
    @Mixin
    private WalTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(WalDirectories::show, true);
    }
}
