package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;

/** One count of the replicas below a directory by storage type. The NameNode lists the files in pages. Not thread-safe. */
final class ReplicaScan {
    private final DistributedFileSystem fileSystem;
    private final StorageModes modes;
    private final SyncMode expected;

    private final Map<StorageType, Long> replicas = new EnumMap<>(StorageType.class);
    private final List<Path> misplacedFiles = new ArrayList<>();
    private long files;
    private long openFiles;
    private long erasureCodedFiles;
    private long misplacedReplicas;
    private long misplacedOpenFiles;

    ReplicaScan(DistributedFileSystem fileSystem, StorageModes modes, SyncMode expected) {
        this.fileSystem = fileSystem;
        this.modes = modes;
        this.expected = expected;
    }

    PlacementCheck run(Path directory) throws IOException {
        Deque<Path> directories = new ArrayDeque<>();
        list(directory, directories);
        while (!directories.isEmpty()) {
            try {
                list(directories.pop(), directories);
            } catch (FileNotFoundException e) {
                // Deleted or renamed in the meantime, such as the directory of a RegionServer whose WALs are split.
            }
        }
        return new PlacementCheck(
                directory,
                expected,
                files,
                openFiles,
                erasureCodedFiles,
                replicas,
                misplacedReplicas,
                misplacedOpenFiles,
                misplacedFiles);
    }

    private void list(Path directory, Deque<Path> directories) throws IOException {
        RemoteIterator<LocatedFileStatus> all = fileSystem.listLocatedStatus(directory);
        while (all.hasNext()) {
            LocatedFileStatus each = all.next();
            if (each.isDirectory()) {
                directories.push(each.getPath());
            } else if (each instanceof HdfsLocatedFileStatus file) {
                add(file);
            }
        }
    }

    private void add(HdfsLocatedFileStatus file) {
        files++;
        if (file.isErasureCoded()) {
            erasureCodedFiles++;
            return;
        }
        LocatedBlocks blocks = file.getLocatedBlocks();
        long before = misplacedReplicas;
        blocks(blocks).forEach(this::add);
        boolean misplaced = misplacedReplicas > before;
        if (blocks.isUnderConstruction()) {
            openFiles++;
            misplacedOpenFiles += misplaced ? 1 : 0;
        }
        if (misplaced && misplacedFiles.size() < DirectoryModes.MOST_FILES) {
            misplacedFiles.add(file.getPath());
        }
    }

    /** A block that is being written may be missing in the list: its length in the NameNode is 0. */
    private static Iterable<LocatedBlock> blocks(LocatedBlocks blocks) {
        Map<Long, LocatedBlock> all = new LinkedHashMap<>();
        blocks.getLocatedBlocks().forEach(each -> all.put(each.getBlock().getBlockId(), each));
        LocatedBlock last = blocks.getLastLocatedBlock();
        if (last != null) {
            all.put(last.getBlock().getBlockId(), last);
        }
        return all.values();
    }

    private void add(LocatedBlock block) {
        for (StorageType type : block.getStorageTypes()) {
            replicas.merge(type, 1L, Long::sum);
            if (modes.of(type).compareTo(expected) < 0) {
                misplacedReplicas++;
            }
        }
    }
}
