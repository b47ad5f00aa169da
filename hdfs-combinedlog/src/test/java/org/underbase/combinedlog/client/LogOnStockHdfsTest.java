package org.underbase.combinedlog.client;

import org.junit.jupiter.api.Tag;
import org.underbase.testbed.mini.MiniHdfs;

/** Logs on stock DataNodes. */
@Tag("cluster")
@Tag("long")
class LogOnStockHdfsTest extends LogOnHdfs {
    @Override
    MiniHdfs.Builder settings(MiniHdfs.Builder builder) {
        return builder;
    }
}
