package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.ReplicaStore;
import org.underbase.combinedlog.block.StoredReplica;

/** Replicas in the data directories of a DataNode that does not serve them yet. */
final class DirectoryReplicas implements ReplicaStore {
    private final Map<String, Path> storages;

    /** @param storages data directories by storage ID */
    DirectoryReplicas(Map<String, Path> storages) {
        this.storages = Map.copyOf(storages);
    }

    @Override
    public Optional<StoredReplica> find(BlockKey key, String storage) throws IOException {
        List<Path> order = new ArrayList<>(storages.values());
        Path first = storages.get(storage);
        if (first != null) {
            order.remove(first);
            order.add(0, first);
        }
        for (Path root : order) {
            ReplicaPath path = path(root, key);
            Optional<Path> data = path.data();
            Optional<Path> meta = path.meta();
            if (data.isPresent() && meta.isPresent()) {
                return Optional.of(new StoredFiles(path, data.get(), meta.get()));
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException {
        Path root = storages.get(storage);
        if (root == null) {
            return Optional.empty();
        }
        ReplicaPath path = path(root, key);
        if (!Files.isDirectory(path.current())) {
            // The block pool was deleted, or its volume was formatted.
            return Optional.empty();
        }
        Files.createDirectories(path.rbwDirectory());
        Optional<Path> oldData = path.data();
        if (oldData.isPresent()) {
            Files.delete(oldData.get());
        }
        Optional<Path> oldMeta = path.meta();
        while (oldMeta.isPresent()) {
            Files.delete(oldMeta.get());
            oldMeta = path.meta();
        }
        Path data = Files.createFile(path.rbwDirectory().resolve(path.dataName()));
        Path meta = Files.createFile(path.rbwDirectory().resolve(path.metaName(generationStamp)));
        return Optional.of(new StoredFiles(path, data, meta));
    }

    private static ReplicaPath path(Path root, BlockKey key) {
        return new ReplicaPath(root.resolve("current").resolve(key.pool()).resolve("current"), key.id());
    }
}
