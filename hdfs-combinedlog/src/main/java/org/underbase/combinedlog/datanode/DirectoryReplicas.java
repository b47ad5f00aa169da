package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.ReplicaStore;
import org.underbase.combinedlog.block.StorageFailedException;
import org.underbase.combinedlog.block.StoredReplica;

/** Replicas in the data directories of a DataNode that does not serve them yet. */
final class DirectoryReplicas implements ReplicaStore {
    private final Map<String, Path> storages;
    private final boolean mayReturn;
    private final ReplicaAccess access;
    private final Optional<FileSystemSync> sync;
    private final Set<String> excluded = new HashSet<>();
    private final MetaFiles metaFiles = new MetaFiles();

    /**
     * @param storages data directories by storage ID; other storages may return
     * @param access check before each access
     */
    DirectoryReplicas(Map<String, Path> storages, ReplicaAccess access) {
        this(storages, true, access);
    }

    /**
     * @param storages data directories by storage ID
     * @param mayReturn whether other storages may return; otherwise their records are discarded
     * @param access check before each access
     */
    DirectoryReplicas(Map<String, Path> storages, boolean mayReturn, ReplicaAccess access) {
        this(storages, mayReturn, access, Optional.empty());
    }

    /**
     * @param storages data directories by storage ID
     * @param mayReturn whether other storages may return; otherwise their records are discarded
     * @param access check before each access
     * @param sync syncs of the file systems; empty if each replica is fsynced
     */
    DirectoryReplicas(
            Map<String, Path> storages, boolean mayReturn, ReplicaAccess access, Optional<FileSystemSync> sync) {
        this.storages = Map.copyOf(storages);
        this.mayReturn = mayReturn;
        this.access = access;
        this.sync = sync;
    }

    @Override
    public Optional<StoredReplica> find(BlockKey key, String storage, boolean anywhere) throws IOException {
        List<String> order = new ArrayList<>();
        order.add(storage);
        if (anywhere) {
            order.addAll(storages.keySet());
        }
        for (String each : order) {
            Path root = storages.get(each);
            if (root != null && !excluded.contains(each)) {
                Optional<StoredReplica> found = find(key, each, root);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<StoredReplica> find(BlockKey key, String storage, Path root) throws IOException {
        ReplicaPath path = path(root, key);
        Optional<Path> data;
        Optional<Path> meta;
        try {
            access.before(ReplicaAccess.Kind.LIST, root);
            data = path.data();
            meta = data.isPresent() ? metaFiles.of(path) : Optional.empty();
        } catch (UncheckedIOException e) {
            throw new StorageFailedException(storage, e.getCause());
        } catch (IOException e) {
            throw new StorageFailedException(storage, e);
        }
        return meta.isPresent()
                ? Optional.of(new StoredFiles(storage, path, data.get(), meta.get(), access))
                : Optional.empty();
    }

    @Override
    public Optional<StoredReplica> create(BlockKey key, String storage, long generationStamp) throws IOException {
        Path root = storages.get(storage);
        if (root == null) {
            return Optional.empty();
        }
        ReplicaPath path = path(root, key);
        if (!path.poolExists()) {
            // The block pool was deleted, or its volume was formatted.
            return Optional.empty();
        }
        Path newData = path.rbwDirectory().resolve(path.dataName());
        access.before(ReplicaAccess.Kind.WRITE, newData);
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
        Path data = Files.createFile(newData);
        Path meta = Files.createFile(path.rbwDirectory().resolve(path.metaName(generationStamp)));
        return Optional.of(new StoredFiles(storage, path, data, meta, access));
    }

    @Override
    public boolean isMissing(String storage) {
        return mayReturn && !storages.containsKey(storage);
    }

    @Override
    public void exclude(String storage) {
        excluded.add(storage);
    }

    @Override
    public void withdraw(BlockKey key, String storage, long last, long generationStamp) throws IOException {
        Path root = storages.get(storage);
        if (root == null) {
            return;
        }
        ReplicaPath path = path(root, key);
        access.before(ReplicaAccess.Kind.LIST, root);
        Optional<Path> meta = path.meta();
        if (meta.isPresent() && ReplicaPath.generationStamp(meta.get()) <= last) {
            Files.move(
                    meta.get(),
                    meta.get().resolveSibling(path.metaName(generationStamp)),
                    StandardCopyOption.ATOMIC_MOVE);
            LocalFile.force(meta.get().getParent());
        }
    }

    @Override
    public void rewritten(BlockKey key, String storage) {
        sync.ifPresent(each -> each.rewritten(DataDirectory.replicas(storages.get(storage), key.pool()), key.id()));
    }

    @Override
    public boolean isRewritten(BlockKey key, String storage) {
        return sync.isPresent()
                && sync.get().isRewritten(DataDirectory.replicas(storages.get(storage), key.pool()), key.id());
    }

    @Override
    public Durability durability(String storage, String pool, int count) {
        Path root = storages.get(storage);
        return root == null || sync.isEmpty()
                ? Durability.FSYNC
                : sync.get().durability(DataDirectory.replicas(root, pool), count);
    }

    @Override
    public Durability sync(String storage, String pool, Runnable waiting) throws IOException {
        return sync.orElseThrow().run(DataDirectory.replicas(storages.get(storage), pool), waiting);
    }

    private static ReplicaPath path(Path root, BlockKey key) {
        return new ReplicaPath(DataDirectory.replicas(root, key.pool()), key.id());
    }
}
