package org.underbase.tier.namenode.monitor;

import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;

/**
 * Audit logger that counts the reads of files for the monitor ({@code dfs.namenode.audit.loggers}: {@code default,} and
 * this class). The NameNode calls it in a critical section, so it only counts.
 */
public final class TierHeatLogger implements AuditLogger {
    private volatile Optional<FileReads> reads = Optional.empty();

    @Override
    public void initialize(Configuration conf) {
        // The plug-in, which starts later, sets the receiver.
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
