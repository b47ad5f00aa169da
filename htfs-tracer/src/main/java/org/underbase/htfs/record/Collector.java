package org.underbase.htfs.record;

import org.underbase.htfs.format.BlockBuilder;

/** Collector of the rings' events into a block, which contains each name and target once. Confined to the drainer. */
final class Collector implements Ring.Drain {
    private final BlockBuilder block;
    private final FileTable files;
    private final NameMasking masking;

    /** Number of the current block; a file or stream with another number has no valid index. */
    private int number;

    private int thread;
    private int noTarget = -1;

    Collector(int capacity, FileTable files, NameMasking masking) {
        this.block = new BlockBuilder(capacity);
        this.files = files;
        this.masking = masking;
    }

    BlockBuilder block() {
        return block;
    }

    /** Sets the thread of the following events. */
    void thread(String name) {
        thread = block.thread(masking.thread(name));
    }

    /** Starts the next block. */
    void clear() {
        block.clear();
        number++;
        noTarget = -1;
    }

    @Override
    public boolean event(long start, long duration, int call, long offset, long length, long result, Subject subject) {
        if (subject instanceof SparseFields fields) {
            sparse(start, duration, call, offset, length, result, fields);
        } else {
            block.add(start, duration, call, thread, target(subject, start), offset, length, result);
        }
        if (subject instanceof StreamRef stream && stream.user() != null) {
            block.user(masking.user(stream.user()));
        }
        return !block.full();
    }

    private void sparse(
            long start, long duration, int call, long offset, long length, long result, SparseFields fields) {
        int by = fields.thread() == null ? thread : block.thread(masking.thread(fields.thread()));
        block.add(start, duration, call, by, target(fields.on(), start), offset, length, result);
        if (fields.other() != null) {
            block.other(masking.path(fields.other().path()));
        }
        if (fields.failure() != null) {
            block.exception(fields.failure().getName());
        }
        if (fields.detail() != null) {
            block.detail(masking.detail(fields.detail()));
        }
        if (fields.group() >= 0) {
            block.group(fields.group());
        }
        if (fields.user() != null) {
            block.user(masking.user(fields.user()));
        } else if (fields.on() instanceof StreamRef stream && stream.user() != null) {
            block.user(masking.user(stream.user()));
        }
    }

    private int target(Subject on, long start) {
        if (on instanceof StreamRef stream) {
            return stream(stream, start);
        } else if (on instanceof FileRef file) {
            return file(file.at(start));
        }
        if (noTarget < 0) {
            noTarget = block.target(-1, -1, "", -1);
        }
        return noTarget;
    }

    private int stream(StreamRef stream, long start) {
        FileRef file = stream.file().at(start);
        if (stream.block != number || stream.under != file) {
            stream.index = block.target(stream.id(), file.id(), masking.path(file.path()), file.inode());
            stream.block = number;
            stream.under = file;
            files.touch(file);
        }
        return stream.index;
    }

    private int file(FileRef file) {
        if (file.block != number) {
            file.index = block.target(-1, file.id(), masking.path(file.path()), file.inode());
            file.block = number;
            files.touch(file);
        }
        return file.index;
    }
}
