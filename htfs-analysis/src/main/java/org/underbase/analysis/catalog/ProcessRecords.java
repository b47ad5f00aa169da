package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.Fields;

/**
 * Records of one process in a part of a trace, in the order of the trace. A {@link RecordType#SIGHT} is kept only if it is the first
 * record of its file or shows a new identity, so that the records do not depend on the positions of cuts.
 */
final class ProcessRecords {
    /** Identity of a file according to the records of the process. */
    static final class LocalFile {
        private long inode = NamespaceRecord.UNKNOWN;
        private long block = NamespaceRecord.UNKNOWN;
        /** The last record of the file: its chunk, and its index among those of files. */
        private RecordChunk chunk;

        private int last;

        /** Whether a call with this identity shows nothing new. */
        boolean knows(long otherInode, long otherBlock) {
            return (otherInode == NamespaceRecord.UNKNOWN || otherInode == inode)
                    && (otherBlock == NamespaceRecord.UNKNOWN || otherBlock == block);
        }

        void reached(long end) {
            chunk.reached(last, end);
        }

        void accessed(long end) {
            chunk.accessed(last, end);
        }

        private void learn(NamespaceRecord record, RecordChunk in, int index) {
            long first = record.identity.firstBlock();
            inode = record.inode == NamespaceRecord.UNKNOWN ? inode : record.inode;
            block = first == NamespaceRecord.UNKNOWN ? block : first;
            chunk = in;
            last = index;
        }
    }

    private final List<RecordChunk> chunks = new ArrayList<>();
    private final Long2ObjectHashMap<LocalFile> files = new Long2ObjectHashMap<>();
    private final FileSystems fileSystems = new FileSystems();

    /** Returns the file systems of the records. */
    FileSystems fileSystems() {
        return fileSystems;
    }

    /** Passes all records. */
    void forEach(Consumer<NamespaceRecord> sink) {
        chunks.forEach(chunk -> chunk.records().forEach(sink));
    }

    /** Removes and returns all records, which then use no more memory than their receiver needs. */
    List<RecordChunk> take() {
        List<RecordChunk> taken = List.copyOf(chunks);
        chunks.clear();
        files.clear();
        files.compact();
        return taken;
    }

    /** Returns a file; null before its first record. */
    LocalFile file(long id) {
        return files.get(id);
    }

    void add(NamespaceRecord record) {
        if (isKnown(record)) {
            LocalFile file = files.get(record.file);
            file.reached(record.reached);
            file.accessed(record.accessed);
        } else {
            RecordChunk chunk = chunk();
            learn(record, chunk, chunk.add(record));
        }
    }

    private boolean isKnown(NamespaceRecord record) {
        LocalFile file = record.type == RecordType.SIGHT ? files.get(record.file) : null;
        return file != null && file.knows(record.inode, record.identity.firstBlock());
    }

    private void learn(NamespaceRecord record, RecordChunk chunk, int ofFile) {
        fileSystems.learn(record.identity);
        if (record.isOfFile()) {
            files.computeIfAbsent(record.file, id -> new LocalFile()).learn(record, chunk, ofFile);
        }
    }

    private RecordChunk chunk() {
        RecordChunk last = chunks.isEmpty() ? null : chunks.get(chunks.size() - 1);
        if (last == null || last.isFull()) {
            if (last != null) {
                last.compress();
            }
            last = new RecordChunk();
            chunks.add(last);
        }
        return last;
    }

    ProcessRecords transfer(Fields fields) throws IOException {
        List<RecordChunk> own = List.copyOf(chunks);
        long count = own.stream().mapToLong(RecordChunk::count).sum();
        long size = fields.number(count);
        for (RecordChunk chunk : own) {
            for (NamespaceRecord record : chunk.records()) {
                record.transfer(fields);
            }
        }
        for (long i = count; i < size; i++) {
            add(NamespaceRecord.BLANK.transfer(fields));
        }
        return this;
    }

    /** Adds the records of a later part, which must not be used afterwards. */
    void add(ProcessRecords later) {
        for (RecordChunk chunk : later.take()) {
            List<NamespaceRecord> records = chunk.records();
            // The first records of a file are kept also by add.
            if (chunk.isFull() && records.stream().noneMatch(this::mayBeKnown)) {
                keep(chunk, records);
            } else {
                records.forEach(this::add);
            }
        }
    }

    private boolean mayBeKnown(NamespaceRecord record) {
        return record.type == RecordType.SIGHT && files.containsKey(record.file);
    }

    /** Adds a chunk as it is. */
    private void keep(RecordChunk chunk, List<NamespaceRecord> records) {
        if (!chunks.isEmpty()) {
            chunks.get(chunks.size() - 1).compress();
        }
        chunks.add(chunk);
        int ofFile = 0;
        for (NamespaceRecord record : records) {
            learn(record, chunk, record.isOfFile() ? ofFile++ : -1);
        }
    }
}
