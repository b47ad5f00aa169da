package org.underbase.htfs.record;

import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.Loss;

/** Collector of the rings' events into blocks, which contain each name and target once. Confined to the drainer. */
final class Collector implements Ring.Drain {
    private BlockBuilder block;
    private final FileTable files;
    private final NameMasking masking;

    /** Number of the current block; a file or stream with another number has no valid index. */
    private int number;

    private int thread;
    private int noTarget = -1;

    private long collapsed;

    Collector(FileTable files, NameMasking masking) {
        this.files = files;
        this.masking = masking;
    }

    /** Returns the current block, or null. */
    BlockBuilder block() {
        return block;
    }

    @Override
    public void thread(long id, String name) {
        thread = block.thread(id, masking.thread(name));
    }

    /** Starts a block in an empty builder. */
    void begin(BlockBuilder next) {
        block = next;
        number++;
        noTarget = -1;
    }

    /** Ends the block and returns it. */
    BlockBuilder end() {
        BlockBuilder done = block;
        block = null;
        return done;
    }

    /** Adds the event that stands for lost calls; the thread's name is masked already. */
    void lost(Losses.Entry lost) {
        block.lost(
                lost.first,
                lost.last - lost.first,
                block.thread(lost.threadId, lost.thread),
                target(null, 0),
                lost.calls,
                lost.bytes,
                new Loss(lost.kind, lost.cause));
    }

    /** Returns the number of calls that other events have included since the last call of this method. */
    long newCollapsed() {
        long since = collapsed;
        collapsed = 0;
        return since;
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
        block.add(start, duration, call, thread, target(fields.on(), start), offset, length, result);
        if (fields.other() != null) {
            block.other(masking.path(fields.other().path()));
        }
        if (fields.failure() != null) {
            block.exception(fields.failure().getName());
        }
        if (fields.detail() != null) {
            block.detail(masking.detail(fields.detail()));
        }
        if (fields.count() > 1) {
            block.series(fields.count(), fields.call());
            collapsed += fields.count() - 1;
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
            stream.index =
                    block.target(stream.id(), file.id(), masking.path(file.path()), file.inode(), file.identity());
            stream.block = number;
            stream.under = file;
            files.touch(file);
        }
        return stream.index;
    }

    private int file(FileRef file) {
        if (file.block != number) {
            file.index = block.target(-1, file.id(), masking.path(file.path()), file.inode(), file.identity());
            file.block = number;
            files.touch(file);
        }
        return file.index;
    }
}
