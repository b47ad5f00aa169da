package org.underbase.htfs.record;

import org.underbase.htfs.format.BlockBuilder;

/** Puts events from rings into a block, each name and file of the block once. Used by the drainer alone. */
final class Collector implements Ring.Drain {
    private final BlockBuilder block;
    private final FileTable files;
    private final Hiding hiding;

    /** The number of the block being collected; marks in files and streams when their index is still good. */
    private int number;

    private int thread;
    private int nothing = -1;

    Collector(int capacity, FileTable files, Hiding hiding) {
        this.block = new BlockBuilder(capacity);
        this.files = files;
        this.hiding = hiding;
    }

    BlockBuilder block() {
        return block;
    }

    /** Whose events come next. */
    void thread(String name) {
        thread = block.thread(hiding.thread(name));
    }

    /** Begins another block. */
    void clear() {
        block.clear();
        number++;
        nothing = -1;
    }

    @Override
    public boolean event(long start, long duration, int call, long offset, long length, long result, Subject subject) {
        if (subject instanceof Extra extra) {
            rare(start, duration, call, offset, length, result, extra);
        } else {
            block.add(start, duration, call, thread, target(subject, start), offset, length, result);
        }
        if (subject instanceof StreamRef stream && stream.user() != null) {
            block.user(hiding.user(stream.user()));
        }
        return !block.full();
    }

    private void rare(long start, long duration, int call, long offset, long length, long result, Extra extra) {
        int by = extra.thread() == null ? thread : block.thread(hiding.thread(extra.thread()));
        block.add(start, duration, call, by, target(extra.on(), start), offset, length, result);
        if (extra.other() != null) {
            block.other(hiding.path(extra.other().path()));
        }
        if (extra.failure() != null) {
            block.exception(extra.failure().getName());
        }
        if (extra.detail() != null) {
            block.detail(hiding.detail(extra.detail()));
        }
        if (extra.group() >= 0) {
            block.group(extra.group());
        }
        if (extra.user() != null) {
            block.user(hiding.user(extra.user()));
        } else if (extra.on() instanceof StreamRef stream && stream.user() != null) {
            block.user(hiding.user(stream.user()));
        }
    }

    private int target(Subject on, long start) {
        if (on instanceof StreamRef stream) {
            return stream(stream, start);
        } else if (on instanceof FileRef file) {
            return file(file.at(start));
        }
        if (nothing < 0) {
            nothing = block.target(-1, -1, "", -1);
        }
        return nothing;
    }

    private int stream(StreamRef stream, long start) {
        FileRef file = stream.file().at(start);
        if (stream.block != number || stream.under != file) {
            stream.index = block.target(stream.id(), file.id(), hiding.path(file.path()), file.inode());
            stream.block = number;
            stream.under = file;
            files.touch(file);
        }
        return stream.index;
    }

    private int file(FileRef file) {
        if (file.block != number) {
            file.index = block.target(-1, file.id(), hiding.path(file.path()), file.inode());
            file.block = number;
            files.touch(file);
        }
        return file.index;
    }
}
