package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/** Base of tests of one DataNode: files of one block each, all with a prefix of the same bytes. */
abstract class JournaledFiles {
    private static final int SYNC = 64 << 10;

    private final byte[] bytes;

    JournaledFiles(long seed, int length) {
        bytes = Bytes.of(seed, length);
    }

    abstract JournaledCluster cluster();

    static Path path(String name) {
        return new Path("/" + name);
    }

    final byte[] bytes(int length) {
        return Arrays.copyOf(bytes, length);
    }

    final int longest() {
        return bytes.length;
    }

    final ExtendedBlock block(String name) throws IOException {
        return DFSTestUtil.getFirstBlock(cluster().fs(), path(name));
    }

    final ReplicaInfo replica(ExtendedBlock block) {
        ReplicaInfo found =
                DataNodeTestUtils.fetchReplicaInfo(cluster().node(0), block.getBlockPoolId(), block.getBlockId());
        assertThat(found).as(block.toString()).isNotNull();
        return found;
    }

    final void write(FSDataOutputStream out, int from, int to) throws IOException {
        out.write(bytes, from, to - from);
    }

    final void sync(FSDataOutputStream out, int from, int to) throws IOException {
        write(out, from, to);
        out.hsync();
    }

    /** Writes and closes a file, synced in steps below the sync limit. */
    final ExtendedBlock writeClosed(String name, int length) throws IOException {
        try (FSDataOutputStream out = cluster().fs().create(path(name))) {
            for (int at = 0; at < length; at += SYNC) {
                sync(out, at, Math.min(length, at + SYNC));
            }
        }
        return block(name);
    }

    final FSDataOutputStream writeOpen(String name, int length) throws IOException {
        FSDataOutputStream out = cluster().fs().create(path(name));
        sync(out, 0, length);
        return out;
    }

    void assertFile(String name, int length) throws IOException {
        assertThat(cluster().fs().getFileStatus(path(name)).getLen()).as(name).isEqualTo(length);
        Bytes.assertFile(cluster().fs(), path(name), bytes(length));
    }

    /** Asserts the length of an unclosed file after a lease recovery. */
    final void assertRecovered(String name, int length) throws IOException {
        JournaledCluster.recoverLease(cluster().fs(), path(name));
        assertFile(name, length);
    }
}
