package org.underbase.tier.namenode.monitor;

import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;

/**
 * Sees every file that is opened ({@code dfs.namenode.audit.loggers}: {@code default,}this class), which is how the monitor
 * knows what is used. It only counts: it is called in the NameNode's critical section.
 */
public final class TierHeatLogger implements AuditLogger {
    private volatile Optional<FileReads> reads = Optional.empty();

    @Override
    public void initialize(Configuration conf) {
        // The plug-in, which is started later, says where to count.
    }

    public void countIn(FileReads where) {
        reads = Optional.of(where);
    }

    @Override
    public void logAuditEvent(
            boolean succeeded,
            String userName,
            InetAddress address,
            String command,
            String source,
            String destination,
            FileStatus status) {
        Optional<FileReads> where = reads;
        if (where.isPresent() && succeeded && source != null && "open".equals(command)) {
            where.get().read(source, System.currentTimeMillis());
        }
    }
}
