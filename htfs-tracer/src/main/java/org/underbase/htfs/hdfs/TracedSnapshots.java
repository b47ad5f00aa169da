package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.underbase.htfs.format.Call;

/** Records the calls on snapshots and on the trash that belongs to them. */
abstract class TracedSnapshots extends TracedAttributes {
    @Override
    public void allowSnapshot(Path f) throws IOException {
        calls().run(Call.ALLOW_SNAPSHOT, f, () -> super.allowSnapshot(f));
    }

    @Override
    public void disallowSnapshot(Path f) throws IOException {
        calls().run(Call.DISALLOW_SNAPSHOT, f, () -> super.disallowSnapshot(f));
    }

    @Override
    public Path createSnapshot(Path f, String name) throws IOException {
        return calls().call(
                        Call.CREATE_SNAPSHOT,
                        f,
                        facts -> facts.add("snapshot", name),
                        () -> super.createSnapshot(f, name));
    }

    @Override
    public void renameSnapshot(Path f, String from, String to) throws IOException {
        calls().run(
                        Call.RENAME_SNAPSHOT,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> super.renameSnapshot(f, from, to));
    }

    @Override
    public void deleteSnapshot(Path f, String name) throws IOException {
        calls().run(Call.DELETE_SNAPSHOT, f, facts -> facts.add("snapshot", name), () -> super.deleteSnapshot(f, name));
    }

    @Override
    public SnapshottableDirectoryStatus[] getSnapshottableDirListing() throws IOException {
        return calls().call(Call.GET_SNAPSHOTTABLE_DIR_LISTING, () -> super.getSnapshottableDirListing());
    }

    @Override
    public SnapshotStatus[] getSnapshotListing(Path f) throws IOException {
        return calls().call(Call.GET_SNAPSHOT_LISTING, f, () -> super.getSnapshotListing(f));
    }

    @Override
    public RemoteIterator<SnapshotDiffReportListing> snapshotDiffReportListingRemoteIterator(
            Path f, String from, String to) throws IOException {
        return calls().call(
                        Call.SNAPSHOT_DIFF_REPORT_ITERATOR,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> super.snapshotDiffReportListingRemoteIterator(f, from, to));
    }

    @Override
    public SnapshotDiffReport getSnapshotDiffReport(Path f, String from, String to) throws IOException {
        return calls().call(
                        Call.GET_SNAPSHOT_DIFF_REPORT,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> super.getSnapshotDiffReport(f, from, to));
    }

    @Override
    public SnapshotDiffReportListing getSnapshotDiffReportListing(
            Path f, String from, String to, String startPath, int index) throws IOException {
        return calls().call(
                        Call.GET_SNAPSHOT_DIFF_REPORT_LISTING,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> super.getSnapshotDiffReportListing(f, from, to, startPath, index));
    }

    @Override
    public Path provisionSnapshotTrash(Path f, FsPermission permission) throws IOException {
        return calls().call(
                        Call.PROVISION_SNAPSHOT_TRASH,
                        f,
                        facts -> facts.addPermission(permission),
                        () -> super.provisionSnapshotTrash(f, permission));
    }

    @Override
    public boolean isSnapshotTrashRootEnabled() throws IOException {
        return calls().call(Call.IS_SNAPSHOT_TRASH_ROOT_ENABLED, () -> super.isSnapshotTrashRootEnabled());
    }

    @Override
    public Path getTrashRoot(Path f) {
        return calls().local(Call.GET_TRASH_ROOT, f, null, () -> super.getTrashRoot(f));
    }

    @Override
    public Collection<FileStatus> getTrashRoots(boolean allUsers) {
        return calls().local(
                        Call.GET_TRASH_ROOTS,
                        null,
                        facts -> facts.add("allUsers", allUsers),
                        () -> super.getTrashRoots(allUsers));
    }
}
