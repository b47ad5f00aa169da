package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Set;
import org.underbase.combinedlog.block.StoredReplica;

/** Replica in a data directory of a DataNode that is stopped or has not loaded its replicas yet. */
final class StoredFiles extends LocalFiles implements StoredReplica {
    private final String storage;
    private final ReplicaPath path;
    private final Set<Path> touched = new LinkedHashSet<>();

    StoredFiles(String storage, ReplicaPath path, Path data, Path meta, ReplicaAccess access) throws IOException {
        super(data, meta, access);
        this.storage = storage;
        this.path = path;
    }

    @Override
    public String storage() {
        return storage;
    }

    @Override
    public long generationStamp() {
        return ReplicaPath.generationStamp(metaPath());
    }

    @Override
    public boolean isFinalized() {
        return dataPath().getParent().equals(path.finalizedDirectory());
    }

    @Override
    public void writeData(ByteBuffer bytes, long position) throws IOException {
        overwriteData(bytes, position);
    }

    @Override
    public void writeMeta(ByteBuffer bytes, long position) throws IOException {
        overwriteMeta(bytes, position);
    }

    @Override
    public void truncate(long dataLength, long metaLength) throws IOException {
        truncateBoth(dataLength, metaLength);
    }

    @Override
    public void place(long generationStamp, boolean finalized) throws IOException {
        Path target = finalized ? path.finalizedDirectory() : path.rbwDirectory();
        Path newData = target.resolve(path.dataName());
        Path newMeta = target.resolve(path.metaName(generationStamp));
        touched.add(dataPath().getParent());
        touched.add(metaPath().getParent());
        if (newData.equals(dataPath()) && newMeta.equals(metaPath())) {
            return;
        }
        createDirectories(target);
        touched.add(target);
        Files.move(metaPath(), newMeta, StandardCopyOption.ATOMIC_MOVE);
        moved(dataPath(), newMeta);
        Files.move(dataPath(), newData, StandardCopyOption.ATOMIC_MOVE);
        moved(newData, newMeta);
    }

    private void createDirectories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            createDirectories(directory.getParent());
            Files.createDirectory(directory);
            touched.add(directory.getParent());
        }
    }

    @Override
    void forceNames() throws IOException {
        super.forceNames();
        for (Path directory : touched) {
            LocalFile.force(directory);
        }
    }
}
