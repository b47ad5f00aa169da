package org.underbase.htfs.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.underbase.htfs.coverage.Probe.Reason.BUILDER;
import static org.underbase.htfs.coverage.Probe.Reason.LOCAL;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.Capture;

/** On HDFS each public method that an application can call records one event or is listed. */
@Tag("cluster")
class HdfsCoverageTest {
    private static final Path FILE = new Path("/coverage/file");

    private static MiniDFSCluster cluster;
    private static Configuration conf;
    private static FileSystem fs;

    @BeforeAll
    static void start(@TempDir java.nio.file.Path directory) throws Exception {
        conf = Capture.configured(new HdfsConfiguration());
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.setClass("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class, AbstractFileSystem.class);
        conf.set("hadoop.log.dir", directory.toString());
        cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(1)
                .build();
        cluster.waitActive();
        fs = FileSystem.newInstance(cluster.getURI(), conf);
        try (FSDataOutputStream out = fs.create(FILE)) {
            out.write(new byte[1000]);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (fs != null) {
            fs.close();
        }
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    @Test
    void theFileSystem() throws Exception {
        FileStatus status = fs.getFileStatus(FILE);
        Probe probe = new Probe(DistributedFileSystem.class)
                .with(Path.class, FILE)
                .with(Path[].class, new Path[] {FILE})
                .with(FileStatus.class, status)
                .with(List.class, List.of(FILE))
                .with(String.class, "x")
                .with(FsPermission.class, FsPermission.getFileDefault())
                .with(Configuration.class, conf)
                .with(URI.class, cluster.getURI())
                // Its object calls delete, which is recorded.
                .list(LOCAL, "createBulkDelete")
                .list(LOCAL, "getScheme", "getUri", "getName", "toString", "getConf", "setConf", "getWorkingDirectory")
                .list(LOCAL, "setWorkingDirectory", "getHomeDirectory", "getDefaultBlockSize", "getDefaultReplication")
                .list(LOCAL, "makeQualified", "getCanonicalServiceName", "supportsSymlinks", "hasPathCapability")
                .list(LOCAL, "getStorageStatistics", "getHedgedReadMetrics", "getClient", "getChildFileSystems")
                .list(LOCAL, "getErasureCodingPolicyName")
                .list(BUILDER, "createFile", "appendFile", "openFile")
                // These write to the local disk.
                .notCalled("copyFromLocalFile", "moveFromLocalFile", "copyToLocalFile", "moveToLocalFile")
                .notCalled("startLocalOutput", "completeLocalOutput")
                .notCalled("close()", "initialize(URI,Configuration)");
        assertThat(probe.wrong(fs)).isEmpty();
    }

    @Test
    void closingTheFileSystem() throws Exception {
        FileSystem other = FileSystem.newInstance(cluster.getURI(), conf);
        long before = Capture.count();
        other.close();
        assertThat(Capture.count() - before).isEqualTo(1);
    }

    @Test
    void theInputStream() throws Exception {
        Path file = new Path("/coverage/in");
        fs.create(file).close();
        try (FSDataInputStream in = fs.open(file)) {
            Probe probe = Probe.ofInput(HdfsDataInputStream.class)
                    .list(LOCAL, "getCurrentDatanode", "getCurrentBlock", "getVisibleLength", "getReadStatistics")
                    .list(LOCAL, "clearReadStatistics");
            assertThat(probe.wrong(in)).isEmpty();
            long before = Capture.count();
            in.close();
            assertThat(Capture.count() - before).isEqualTo(1);
        }
    }

    @Test
    void theOutputStream() throws Exception {
        FSDataOutputStream out = fs.create(new Path("/coverage/out"));
        Probe probe = Probe.ofOutput(HdfsDataOutputStream.class);
        assertThat(probe.wrong(out)).isEmpty();
        long before = Capture.count();
        out.close();
        assertThat(Capture.count() - before).isEqualTo(1);
    }

    @Test
    void theFileSystemOfFileContext() throws Exception {
        AbstractFileSystem context = AbstractFileSystem.get(cluster.getURI(), conf);
        assertThat(context).isInstanceOf(APITraceHdfs.class);
        Probe probe = new Probe(Hdfs.class)
                .with(Path.class, FILE)
                .with(String.class, "x")
                .with(FsPermission.class, FsPermission.getFileDefault())
                .with(URI.class, cluster.getURI())
                .with(EnumSet.class, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))
                .with(CreateOpts[].class, new CreateOpts[] {CreateOpts.perms(FsPermission.getFileDefault())})
                .list(LOCAL, "getStatistics", "isValidName", "checkScheme", "getUriDefaultPort", "getUri", "checkPath")
                .list(LOCAL, "getUriPath", "makeQualified", "getInitialWorkingDirectory", "getHomeDirectory")
                .list(LOCAL, "supportsSymlinks", "getCanonicalServiceName", "hasPathCapability", "hashCode", "equals")
                // The client caches them; create, which is final, reads them at each call.
                .list(LOCAL, "getServerDefaults")
                // Called by the token renewer, which does not use FileContext.
                .list(LOCAL, "renewDelegationToken", "cancelDelegationToken");
        assertThat(probe.wrong(context)).isEmpty();
    }
}
