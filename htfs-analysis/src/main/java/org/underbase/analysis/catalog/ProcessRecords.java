package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
        private NamespaceRecord last;

        /** Whether a call with this identity shows nothing new. */
        boolean knows(long otherInode, long otherBlock) {
            return (otherInode == NamespaceRecord.UNKNOWN || otherInode == inode)
                    && (otherBlock == NamespaceRecord.UNKNOWN || otherBlock == block);
        }

        void reached(long end) {
            last.reached(end);
        }

        void accessed(long end) {
            last.accessed(end);
        }

        private void learn(NamespaceRecord record) {
            long first = record.identity.firstBlock();
            inode = record.inode == NamespaceRecord.UNKNOWN ? inode : record.inode;
            block = first == NamespaceRecord.UNKNOWN ? block : first;
            last = record;
        }
    }

    private final List<NamespaceRecord> records = new ArrayList<>();
    private final Long2ObjectHashMap<LocalFile> files = new Long2ObjectHashMap<>();

    List<NamespaceRecord> records() {
        return records;
    }

    /** Returns a file; null before its first record. */
    LocalFile file(long id) {
        return files.get(id);
    }

    void add(NamespaceRecord record) {
        switch (record.type) {
            case DIRECTORY, RENAME, MOVE, DELETE -> records.add(record);
            case SIGHT, USE, CREATE, TRUNCATE, CONCAT -> addOfFile(record);
        }
    }

    private void addOfFile(NamespaceRecord record) {
        LocalFile file = files.get(record.file);
        if (file == null) {
            file = new LocalFile();
            files.put(record.file, file);
        } else if (record.type == RecordType.SIGHT && file.knows(record.inode, record.identity.firstBlock())) {
            file.reached(record.reached);
            file.accessed(record.accessed);
            return;
        }
        records.add(record);
        file.learn(record);
    }

    ProcessRecords transfer(Fields fields) throws IOException {
        List<NamespaceRecord> own = List.copyOf(records);
        long size = fields.number(own.size());
        for (int i = 0; i < size; i++) {
            NamespaceRecord record = (i < own.size() ? own.get(i) : NamespaceRecord.BLANK).transfer(fields);
            if (i >= own.size()) {
                add(record);
            }
        }
        return this;
    }

    /** Adds the records of a later part. */
    void add(ProcessRecords later) {
        later.records.forEach(this::add);
    }
}
