package org.underbase.tier.namenode.monitor;

import java.net.InetAddress;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;

/**
 * Audit logger that counts the reads of files for the monitor ({@code dfs.namenode.audit.loggers}: {@code default,} and
 * this class). The NameNode calls it in a critical section, so it only counts.
 */
public final class TierHeatLogger implements AuditLogger {
    private volatile ObjLongConsumer<String> receiver = (path, millis) -> {};

    @Override
    public void initialize(Configuration conf) {
        // The plug-in, which starts later, sets the receiver.
    }

    public void countIn(FileReads where) {
        receiver = where::read;
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
        if (succeeded && source != null && "open".equals(command)) {
            receiver.accept(source, System.currentTimeMillis());
        }
    }
}
