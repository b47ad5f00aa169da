package org.underbase.tier.datanode.split;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.security.UserGroupInformation;

/** NameNodes of a DataNode's configuration. */
final class HdfsNamenodes implements Namenodes, Closeable {
    private final List<DistributedFileSystem> nameservices = new ArrayList<>();

    HdfsNamenodes(Configuration conf) throws IOException {
        UserGroupInformation.setConfiguration(conf);
        try {
            for (URI uri : DFSUtil.getInternalNsRpcUris(conf)) {
                nameservices.add((DistributedFileSystem) FileSystem.newInstance(uri, conf));
            }
            if (nameservices.isEmpty()) {
                throw new IOException("the configuration contains no address of a NameNode: set fs.defaultFS");
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public List<Map<String, Registered>> datanodes() throws IOException {
        List<Map<String, Registered>> all = new ArrayList<>();
        for (DistributedFileSystem each : nameservices) {
            Map<String, Registered> byUuid = new HashMap<>();
            for (DatanodeStorageReport report : each.getClient().getDatanodeStorageReport(DatanodeReportType.ALL)) {
                byUuid.put(
                        report.getDatanodeInfo().getDatanodeUuid(),
                        new Registered(
                                Arrays.stream(report.getStorageReports())
                                        .map(storage -> storage.getStorage().getStorageID())
                                        .collect(Collectors.toSet()),
                                report.getDatanodeInfo().getLastBlockReportTime()));
            }
            all.add(byUuid);
        }
        return all;
    }

    @Override
    public List<Redundancy> redundancy() throws IOException {
        List<Redundancy> all = new ArrayList<>();
        for (DistributedFileSystem each : nameservices) {
            all.add(new Redundancy(
                    each.getMissingBlocksCount(), each.getLowRedundancyBlocksCount(), each.isInSafeMode()));
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        for (DistributedFileSystem each : nameservices) {
            each.close();
        }
    }
}
