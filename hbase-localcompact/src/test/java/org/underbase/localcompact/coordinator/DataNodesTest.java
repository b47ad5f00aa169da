package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.mini.MiniHdfs;

/** Test of the DataNode listing for superusers and of its derivation from HBase's WALs for other users. */
@Tag("cluster")
class DataNodesTest {
    private final UserGroupInformation hbase =
            UserGroupInformation.createUserForTesting("hbase", new String[] {"hbase"});
    private MiniHdfs hdfs;
    private DistributedFileSystem superusers;
    private DistributedFileSystem hbases;

    @BeforeEach
    void start() throws Exception {
        hdfs = MiniHdfs.builder()
                .dataNodes(4)
                .racks("/a", "/a", "/b", "/b")
                .set("dfs.namenode.redundancy.considerLoad", "false")
                .start();
        superusers = hdfs.fileSystem();
        Path root = new Path("/hbase");
        superusers.mkdirs(root, new FsPermission((short) 0700));
        superusers.setOwner(root, "hbase", "hbase");
        hbases = hbase.doAs((PrivilegedExceptionAction<DistributedFileSystem>)
                () -> (DistributedFileSystem) FileSystem.newInstance(hdfs.configuration()));
    }

    @AfterEach
    void stop() throws IOException {
        hbases.close();
        hdfs.close();
    }

    private Configuration conf() {
        Configuration conf = hdfs.configuration();
        conf.set("hbase.rootdir", superusers.getUri() + "/hbase");
        return conf;
    }

    private FavoredNodeSelector.Node[] all() throws IOException {
        return Arrays.stream(superusers.getClient().datanodeReport(DatanodeReportType.LIVE))
                .map(node -> new FavoredNodeSelector.Node(
                        node.getXferAddr(), node.getIpAddr(), node.getNetworkLocation(), node.getHostName()))
                .toArray(FavoredNodeSelector.Node[]::new);
    }

    @Test
    void superuserSeesAllDataNodes() throws IOException {
        assertThat(new DataNodes(superusers, conf()).live()).hasSize(4).containsExactlyInAnyOrder(all());
    }

    @Test
    void otherUserSeesDataNodesWithWals() throws IOException {
        Path wals = new Path("/hbase/WALs");
        FavoredNodeSelector.Node[] all = all();
        hbases.mkdirs(wals);
        assertThat(new DataNodes(hbases, conf()).live()).as("without a WAL").isEmpty();

        DatanodeInfo[] infos = superusers.getClient().datanodeReport(DatanodeReportType.LIVE);
        List<FSDataOutputStream> open = new ArrayList<>(
                List.of(wal(new Path(wals, "one,1,1/open"), infos[0]), wal(new Path(wals, "two,1,1/open"), infos[1])));
        wal(new Path(wals, "three,1,1/closed"), infos[2]).close();
        assertThat(new DataNodes(hbases, conf()).live())
                .as("two open WALs and one closed WAL")
                .hasSize(3)
                .isSubsetOf(all)
                .extracting(FavoredNodeSelector.Node::address)
                .containsExactlyInAnyOrder(infos[0].getXferAddr(), infos[1].getXferAddr(), infos[2].getXferAddr());

        open.add(wal(new Path(wals, "three,1,1/open"), infos[3]));
        assertThat(new DataNodes(hbases, conf()).live()).containsExactlyInAnyOrder(all);
        for (FSDataOutputStream each : open) {
            each.close();
        }
    }

    private FSDataOutputStream wal(Path path, DatanodeInfo on) throws IOException {
        FSDataOutputStream out = hbases.create(
                path,
                FsPermission.getFileDefault(),
                true,
                4096,
                (short) 1,
                hbases.getDefaultBlockSize(path),
                null,
                new InetSocketAddress[] {new InetSocketAddress(on.getIpAddr(), on.getXferPort())});
        out.write(1);
        out.hflush();
        return out;
    }

    @Test
    void listingFailsIfWalsAreOnOtherFileSystem() {
        Configuration conf = conf();
        conf.set("hbase.wal.dir", "file:///wals");
        assertThatThrownBy(() -> new DataNodes(hbases, conf).live())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("to superusers only")
                .hasMessageContaining("file:/wals");
    }
}
