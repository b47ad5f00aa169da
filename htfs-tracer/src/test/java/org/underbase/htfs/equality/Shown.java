package org.underbase.htfs.equality;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.protocol.EncryptionZone;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Text of results without values that differ between two runs of one call: times, ids of inodes and blocks, ports. */
final class Shown {
    private Shown() {}

    static String of(Object value, Side side) throws IOException {
        return neutral(raw(value), side);
    }

    /** Replaces the values that depend on the side's directory and on the time. */
    static String neutral(String text, Side side) {
        int stack = text.indexOf("\n\tat ");
        return (stack < 0 ? text : text.substring(0, stack))
                .replace(side.root(), "ROOT")
                .replace(side.root().substring(1).replace('/', '-'), "ROOT")
                .replace("APITraceDistributedFileSystem", "DistributedFileSystem")
                .replace("org.underbase.htfs.DistributedFileSystem", "org.apache.hadoop.hdfs.DistributedFileSystem")
                .replaceAll("DFSClient_NONMAPREDUCE_[-_0-9]+", "CLIENT")
                .replaceAll("(inode|Inode|fileId|INodeFile)([ =:]+)\\d+", "$1$2N")
                .replaceAll("127\\.0\\.0\\.1:\\d+", "HOST")
                .replaceAll("BP-[-.\\d]+:blk_[-_\\d]+", "BLOCK")
                .replaceAll("blk_[-_\\d]+", "BLOCK")
                .replaceAll("@[0-9a-f]{4,8}\\b", "@HASH")
                .replaceAll("\\d{13}", "TIME")
                .replaceAll("\\.reserved/\\.inodes/\\d+", ".reserved/.inodes/N")
                .replaceAll("s\\d{8}-\\d{6}\\.\\d{3}", "SNAPSHOT");
    }

    private static String raw(Object value) throws IOException {
        if (value == null) {
            return "null";
        }
        if (value instanceof FileStatus status) {
            return String.format(
                    "%s directory=%s length=%d replication=%d block=%d %s %s:%s acl=%s crypt=%s ec=%s snap=%s",
                    status.getPath().toUri().getPath(),
                    status.isDirectory(),
                    status.getLen(),
                    status.getReplication(),
                    status.getBlockSize(),
                    status.getPermission(),
                    status.getOwner(),
                    status.getGroup(),
                    status.hasAcl(),
                    status.isEncrypted(),
                    status.isErasureCoded(),
                    status.isSnapshotEnabled());
        }
        if (value instanceof BlockLocation block) {
            return block.getOffset() + "+" + block.getLength() + " corrupt=" + block.isCorrupt() + " hosts="
                    + block.getHosts().length;
        }
        if (value instanceof LocatedBlocks blocks) {
            return "blocks=" + blocks.locatedBlockCount() + " length=" + blocks.getFileLength() + " complete="
                    + blocks.isLastBlockComplete();
        }
        if (value instanceof EncryptionZone zone) {
            return zone.getPath() + " " + zone.getKeyName() + " " + zone.getSuite();
        }
        if (value instanceof RemoteIterator<?> iterator) {
            List<Object> all = new ArrayList<>();
            while (iterator.hasNext()) {
                all.add(iterator.next());
            }
            return raw(all);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, String> shown = new TreeMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                shown.put(raw(entry.getKey()), raw(entry.getValue()));
            }
            return shown.toString();
        }
        if (value instanceof Collection<?> many) {
            List<String> shown = new ArrayList<>();
            for (Object each : many) {
                shown.add(raw(each));
            }
            return shown.toString();
        }
        if (value instanceof ByteBuffer buffer) {
            ByteBuffer copy = buffer.duplicate();
            int hash = 1;
            int length = copy.remaining();
            while (copy.hasRemaining()) {
                hash = 31 * hash + copy.get();
            }
            return "buffer of " + length + " hash " + hash;
        }
        if (value.getClass().isArray()) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                all.add(Array.get(value, i));
            }
            return raw(all);
        }
        return value.toString();
    }
}
