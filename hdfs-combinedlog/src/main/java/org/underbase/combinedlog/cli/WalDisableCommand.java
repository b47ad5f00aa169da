package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.WalDirectories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code underbase combinedlog wal disable}. */
@Command(
        name = "disable",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Changes the WAL directories back to what was set on them before they were enabled.",
            "",
            "Directories that were not enabled are left alone, so that it may be repeated. Replicas that are there stay where "
                    + "they are; WALs are deleted within minutes."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog wal disable --conf /etc/hbase/conf",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failure; it can be repeated",
            "2:wrong usage",
            "3:done for the directories that are there; not all are"
        })
final class WalDisableCommand implements Callable<Integer> {
    @Mixin
    private WalTarget target;

    @Override
    public Integer call() throws IOException {
        return target.run(WalDirectories::disable, false);
    }
}
