package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.NetUtils;
import org.underbase.combinedlog.cli.RunningDatanodes.Result;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.client.DataNodeLogStatus;
import org.underbase.combinedlog.mode.SyncMode;

/** Check that the live DataNodes have the modes that storage types require. */
final class DatanodeStorages {
    private DatanodeStorages() {}

    /**
     * Checked DataNode.
     *
     * @param datanode IPC address
     * @param storages number of its storages of the types
     * @param freeBytes their free space, in bytes
     * @param problem reason why its replicas do not have the mode; empty if they have it
     */
    record Checked(String datanode, int storages, long freeBytes, String problem) {}

    /** Storages of one DataNode. */
    private record Node(InetSocketAddress address, List<StorageReport> storages) {
        long freeBytes() {
            return storages.stream().mapToLong(StorageReport::getRemaining).sum();
        }

        Set<StorageType> types() {
            return storages.stream()
                    .map(each -> each.getStorage().getStorageType())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Checks each live DataNode that has a storage of a type with a required mode. */
    static List<Checked> check(
            DistributedFileSystem fileSystem, Configuration conf, Map<StorageType, SyncMode> required)
            throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (DatanodeStorageReport each : fileSystem.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
            List<StorageReport> selected = Arrays.stream(each.getStorageReports())
                    .filter(storage ->
                            required.containsKey(storage.getStorage().getStorageType()) && !storage.isFailed())
                    .toList();
            if (!selected.isEmpty()) {
                nodes.add(new Node(
                        NetUtils.createSocketAddr(each.getDatanodeInfo().getIpcAddr(false)), selected));
            }
        }
        List<Result<DataNodeLogStatus>> results =
                RunningDatanodes.call(conf, nodes.stream().map(Node::address).toList(), DataNodeLog::status);
        List<Checked> checked = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            checked.add(new Checked(
                    results.get(i).datanode(),
                    node.storages().size(),
                    node.freeBytes(),
                    problem(results.get(i), node, required)));
        }
        return checked;
    }

    private static String problem(Result<DataNodeLogStatus> result, Node node, Map<StorageType, SyncMode> required) {
        if (result.results().isEmpty()) {
            return result.failure();
        }
        Map<String, String> modes = result.results().get(0).storageModes();
        return node.types().stream()
                .filter(type -> isWeaker(modes.getOrDefault(type.name(), ""), required.get(type)))
                .map(type -> "the mode of " + type + " is " + modes.getOrDefault(type.name(), "unknown") + ", not "
                        + required.get(type))
                .collect(Collectors.joining("; "));
    }

    private static boolean isWeaker(String actual, SyncMode expected) {
        return SyncMode.of(actual).filter(each -> each.compareTo(expected) >= 0).isEmpty();
    }
}
