package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.localcompact.hdfs.ReplicatedFile;
import org.underbase.localcompact.hdfs.UnsupportedFileException;
import org.underbase.testbed.mini.MiniHdfs;

/** Test of files whose replicas differ from the written bytes: encrypted and erasure-coded ones. */
@Tag("cluster")
class UnsupportedFilesTest {
    private static final String POLICY = "XOR-2-1-1024k";

    @TempDir
    private java.nio.file.Path directory;

    @Test
    void encryptionZoneIsIneligible() throws Exception {
        // A key file replaces the key server of a real cluster.
        String provider = "jceks://file" + directory.toRealPath().resolve("keys.jceks");
        try (MiniHdfs hdfs = MiniHdfs.builder()
                .dataNodes(3)
                .set("hadoop.security.key.provider.path", provider)
                .start()) {
            // Use the NameNode's provider instance, because a file provider reads its file only once.
            DFSTestUtil.createKey("zone", hdfs.cluster(), hdfs.configuration());
            Path zone = new Path("/zone");
            hdfs.fileSystem().mkdirs(zone);
            new HdfsAdmin(hdfs.fileSystem().getUri(), hdfs.configuration())
                    .createEncryptionZone(zone, "zone", EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));
            assertNotEligible(hdfs.fileSystem(), zone);
        }
    }

    @Test
    void erasureCodedDirectoryIsIneligible() throws IOException {
        try (MiniHdfs hdfs = MiniHdfs.builder().dataNodes(3).start()) {
            Path striped = new Path("/striped");
            hdfs.fileSystem().mkdirs(striped);
            hdfs.fileSystem().enableErasureCodingPolicy(POLICY);
            hdfs.fileSystem().setErasureCodingPolicy(striped, POLICY);
            assertNotEligible(hdfs.fileSystem(), striped);
        }
    }

    private static void assertNotEligible(DistributedFileSystem fs, Path unsupported) throws IOException {
        Path input = write(fs, new Path(unsupported, "input"));
        Path plain = write(fs, new Path("/plain/input"));
        assertThat(InputLocality.of(fs.getClient(), List.of(plain), InputLocality::host)
                        .plain())
                .isTrue();
        assertThat(InputLocality.of(fs.getClient(), List.of(plain, input), InputLocality::host)
                        .plain())
                .isFalse();

        Path output = new Path(unsupported, "output");
        List<String> nodes = List.of(fs.getClient().datanodeReport(DatanodeReportType.LIVE)).stream()
                .map(DatanodeInfo::getXferAddr)
                .toList();
        assertThatThrownBy(() -> ReplicatedFile.create(
                                fs,
                                output,
                                FsPermission.getFileDefault(),
                                (short) 3,
                                fs.getDefaultBlockSize(output),
                                nodes)
                        .close())
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("/output");
        assertThat(fs.exists(output)).isFalse();
    }

    private static Path write(DistributedFileSystem fs, Path path) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(new byte[10]);
        }
        return path;
    }
}
