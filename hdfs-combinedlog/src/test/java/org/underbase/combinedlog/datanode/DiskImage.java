package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StoppedDataNodes;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * Copy of the directories of a cluster's only DataNode at one moment, as a process exit leaves them; the DataNode continues. A test
 * removes the unsynced bytes that a power failure loses. No client may write while the image is created.
 */
final class DiskImage {
    private static final String META = ".meta";

    private final JournaledCluster cluster;
    private final List<Path> originals;
    private final Path copies;

    private DiskImage(JournaledCluster cluster, List<Path> originals, Path copies) {
        this.cluster = cluster;
        this.originals = originals;
        this.copies = copies;
    }

    static DiskImage of(JournaledCluster cluster, Path scratch) throws IOException {
        DiskImage image = new DiskImage(
                cluster, directories(cluster.node(0).getConf()), Files.createTempDirectory(scratch, "image"));
        for (int i = 0; i < image.originals.size(); i++) {
            copy(image.originals.get(i), image.copy(i));
        }
        return image;
    }

    static List<Path> dataDirectories(Configuration conf) throws IOException {
        return DataNode.getStorageLocations(conf).stream()
                .map(StorageLocation::getUri)
                .map(Path::of)
                .toList();
    }

    private static List<Path> directories(Configuration conf) throws IOException {
        Set<Path> all = new LinkedHashSet<>(dataDirectories(conf));
        String journal = CombinedLogKeys.DIR.text(conf);
        if (!journal.isEmpty()) {
            all.add(Path.of(journal));
        }
        return List.copyOf(all);
    }

    private Path copy(int index) {
        return copies.resolve(Integer.toString(index));
    }

    /** Returns the files of a replica; at least one. */
    List<Path> files(ExtendedBlock block) throws IOException {
        List<Path> found = filesOf(copies, block);
        assertThat(found).as(block.toString()).isNotEmpty();
        return found;
    }

    static List<Path> filesOf(Path root, ExtendedBlock block) throws IOException {
        String name = block.getBlockName();
        return walk(root).stream()
                .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                .filter(file -> file.getFileName().toString().equals(name)
                        || file.getFileName().toString().startsWith(name + "_"))
                .toList();
    }

    /** Returns a directory and everything in it, except files that the DataNode deletes or renames in the meantime. */
    static List<Path> walk(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                found.add(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
                if (cause instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw cause;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException cause) throws IOException {
                return cause == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, cause);
            }
        });
        return found;
    }

    /** Removes all files of the replica: neither bytes nor names reached the disk. */
    DiskImage lose(ExtendedBlock block) throws IOException {
        for (Path file : files(block)) {
            Files.delete(file);
        }
        return this;
    }

    /** Restores the replica's files from an older image: later changes did not reach the disk. */
    DiskImage rollBack(ExtendedBlock block, DiskImage older) throws IOException {
        lose(block);
        for (Path file : older.files(block)) {
            put(file, older);
        }
        return this;
    }

    /** Restores only the checksum file from an older image. */
    DiskImage rollBackChecksums(ExtendedBlock block, DiskImage older) throws IOException {
        for (Path file : older.files(block)) {
            if (file.toString().endsWith(META)) {
                put(file, older);
            }
        }
        return this;
    }

    private void put(Path file, DiskImage older) throws IOException {
        Path target = copies.resolve(older.copies.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Truncates both files of the replica. */
    DiskImage truncate(ExtendedBlock block, long dataLength, long metaLength) throws IOException {
        for (Path file : files(block)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(file.toString().endsWith(META) ? metaLength : dataLength);
            }
        }
        return this;
    }

    /** Adds a file of the original to the image. */
    DiskImage add(Path original, byte[] content) throws IOException {
        for (int i = 0; i < originals.size(); i++) {
            if (original.startsWith(originals.get(i))) {
                Files.write(
                        copy(i).resolve(originals.get(i).relativize(original).toString()), content);
                return this;
            }
        }
        throw new IllegalArgumentException(original + " is in no directory of the DataNode");
    }

    /** Stops the DataNode, which empties its own journal, and starts it on the image. */
    DataNode boot() throws IOException {
        return cluster.restart(install());
    }

    /** Starts a stock DataNode on the image. */
    DataNode bootStock() throws IOException {
        DataNodeProperties stopped = install();
        StoppedDataNodes.configuration(stopped).set("dfs.datanode.fsdataset.factory", FsDatasetFactory.class.getName());
        return cluster.restart(stopped);
    }

    /** Stops the DataNode, which empties its own journal, and replaces its directories by the image. */
    DataNodeProperties install() throws IOException {
        DataNodeProperties stopped = cluster.stopOnly();
        for (int i = 0; i < originals.size(); i++) {
            delete(originals.get(i));
            copy(copy(i), originals.get(i));
        }
        delete(copies);
        return stopped;
    }

    static void copy(Path from, Path to) throws IOException {
        for (Path each : walk(from)) {
            copyOne(each, to.resolve(from.relativize(each).toString()));
        }
    }

    private static void copyOne(Path from, Path to) throws IOException {
        if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(to);
            return;
        }
        try {
            Files.copy(from, to, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // A metadata file of the DataNode was replaced concurrently; replicas do not change.
            assertThat(from.getFileName().toString()).doesNotStartWith("blk_");
        }
    }

    /** Deletes a directory. A stopped DataNode may still be deleting replicas of it. */
    static void delete(Path root) throws IOException {
        List<Path> all = walk(root);
        Collections.reverse(all);
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
