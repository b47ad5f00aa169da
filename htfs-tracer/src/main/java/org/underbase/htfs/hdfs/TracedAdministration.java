package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.protocol.RollingUpgradeInfo;
import org.underbase.htfs.call.TracedIterator;
import org.underbase.htfs.format.Call;

/** Records the calls on leases and on the cluster as a whole. */
public abstract class TracedAdministration extends TracedCaching {
    @Override
    public boolean recoverLease(Path f) throws IOException {
        return calls().call(Call.RECOVER_LEASE, f, () -> super.recoverLease(f));
    }

    @Override
    public boolean isFileClosed(Path f) throws IOException {
        return calls().call(Call.IS_FILE_CLOSED, f, () -> super.isFileClosed(f));
    }

    @Override
    public boolean setSafeMode(SafeModeAction action, boolean isChecked) throws IOException {
        return calls().call(
                        Call.SET_SAFE_MODE,
                        null,
                        facts -> facts.add("action", action),
                        () -> super.setSafeMode(action, isChecked));
    }

    @Override
    @Deprecated
    public boolean setSafeMode(HdfsConstants.SafeModeAction action, boolean isChecked) throws IOException {
        return calls().call(
                        Call.SET_SAFE_MODE,
                        null,
                        facts -> facts.add("action", action),
                        () -> super.setSafeMode(action, isChecked));
    }

    @Override
    public boolean isInSafeMode() throws IOException {
        return calls().call(Call.IS_IN_SAFE_MODE, () -> super.isInSafeMode());
    }

    @Override
    @Deprecated
    public RemoteIterator<OpenFileEntry> listOpenFiles() throws IOException {
        return new TracedIterator<>(calls().call(Call.LIST_OPEN_FILES, () -> super.listOpenFiles()), calls(), null);
    }

    @Override
    @Deprecated
    public RemoteIterator<OpenFileEntry> listOpenFiles(EnumSet<OpenFilesType> types) throws IOException {
        return new TracedIterator<>(
                calls().call(
                                Call.LIST_OPEN_FILES,
                                null,
                                facts -> facts.addAll("types", types),
                                () -> super.listOpenFiles(types)),
                calls(),
                null);
    }

    @Override
    public RemoteIterator<OpenFileEntry> listOpenFiles(EnumSet<OpenFilesType> types, String path) throws IOException {
        return new TracedIterator<>(
                calls().call(
                                Call.LIST_OPEN_FILES,
                                new Path(path),
                                facts -> facts.addAll("types", types),
                                () -> super.listOpenFiles(types, path)),
                calls(),
                new Path(path));
    }

    @Override
    public DFSInotifyEventInputStream getInotifyEventStream() throws IOException {
        return calls().call(Call.GET_INOTIFY_EVENT_STREAM, () -> super.getInotifyEventStream());
    }

    @Override
    public DFSInotifyEventInputStream getInotifyEventStream(long lastReadTxid) throws IOException {
        return calls().call(
                        Call.GET_INOTIFY_EVENT_STREAM,
                        null,
                        facts -> facts.add("lastReadTxid", lastReadTxid),
                        () -> super.getInotifyEventStream(lastReadTxid));
    }

    @Override
    public boolean saveNamespace(long timeWindow, long txGap) throws IOException {
        return calls().call(Call.SAVE_NAMESPACE, () -> super.saveNamespace(timeWindow, txGap));
    }

    @Override
    public long rollEdits() throws IOException {
        return calls().call(Call.ROLL_EDITS, () -> super.rollEdits());
    }

    @Override
    public boolean restoreFailedStorage(String arg) throws IOException {
        return calls().call(
                        Call.RESTORE_FAILED_STORAGE,
                        null,
                        facts -> facts.add("arg", arg),
                        () -> super.restoreFailedStorage(arg));
    }

    @Override
    public void refreshNodes() throws IOException {
        calls().run(Call.REFRESH_NODES, () -> super.refreshNodes());
    }

    @Override
    public void finalizeUpgrade() throws IOException {
        calls().run(Call.FINALIZE_UPGRADE, () -> super.finalizeUpgrade());
    }

    @Override
    public boolean upgradeStatus() throws IOException {
        return calls().call(Call.UPGRADE_STATUS, () -> super.upgradeStatus());
    }

    @Override
    public RollingUpgradeInfo rollingUpgrade(RollingUpgradeAction action) throws IOException {
        return calls().call(
                        Call.ROLLING_UPGRADE,
                        null,
                        facts -> facts.add("action", action),
                        () -> super.rollingUpgrade(action));
    }

    @Override
    public void metaSave(String name) throws IOException {
        calls().run(Call.META_SAVE, null, facts -> facts.add("name", name), () -> super.metaSave(name));
    }

    @Override
    public void setBalancerBandwidth(long bandwidth) throws IOException {
        calls().run(
                        Call.SET_BALANCER_BANDWIDTH,
                        null,
                        facts -> facts.add("bandwidth", bandwidth),
                        () -> super.setBalancerBandwidth(bandwidth));
    }

    @Override
    public DatanodeInfo[] getDataNodeStats(DatanodeReportType type) throws IOException {
        return calls().call(
                        Call.GET_DATANODE_STATS,
                        null,
                        facts -> facts.add("type", type),
                        () -> super.getDataNodeStats(type));
    }

    @Override
    public DatanodeInfo[] getSlowDatanodeStats() throws IOException {
        return calls().call(Call.GET_SLOW_DATANODE_STATS, () -> super.getSlowDatanodeStats());
    }

    @Override
    public long getMissingBlocksCount() throws IOException {
        return calls().call(Call.GET_MISSING_BLOCKS_COUNT, () -> super.getMissingBlocksCount());
    }

    @Override
    public long getPendingDeletionBlocksCount() throws IOException {
        return calls().call(Call.GET_PENDING_DELETION_BLOCKS_COUNT, () -> super.getPendingDeletionBlocksCount());
    }

    @Override
    public long getMissingReplOneBlocksCount() throws IOException {
        return calls().call(Call.GET_MISSING_REPL_ONE_BLOCKS_COUNT, () -> super.getMissingReplOneBlocksCount());
    }

    @Override
    public long getLowRedundancyBlocksCount() throws IOException {
        return calls().call(Call.GET_LOW_REDUNDANCY_BLOCKS_COUNT, () -> super.getLowRedundancyBlocksCount());
    }

    @Override
    public long getCorruptBlocksCount() throws IOException {
        return calls().call(Call.GET_CORRUPT_BLOCKS_COUNT, () -> super.getCorruptBlocksCount());
    }

    @Override
    public long getBytesWithFutureGenerationStamps() throws IOException {
        return calls().call(
                        Call.GET_BYTES_WITH_FUTURE_GENERATION_STAMPS, () -> super.getBytesWithFutureGenerationStamps());
    }

    @Override
    public void close() throws IOException {
        calls().around(Call.CLOSE_FILE_SYSTEM, super::close);
    }
}
