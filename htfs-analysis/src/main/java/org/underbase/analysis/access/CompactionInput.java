package org.underbase.analysis.access;

import org.underbase.htfs.format.Activity;

/**
 * Detector of the use of a store file as the input of a compaction. A compaction also opens its output, to check it; that reads
 * only the index and the trailer, at the end of the file. The first block of an input may be in the block cache, so that no
 * call reads it.
 */
public final class CompactionInput {
    private final long size;
    private boolean output;
    private int process;
    private long thread;
    private boolean input;

    /**
     * Creates a detector.
     *
     * @param size size of the file in bytes
     */
    public CompactionInput(long size) {
        this.size = size;
    }

    /** Adds a write of the file. */
    public void write(Access access) {
        output = access.activity() == Activity.COMPACTION;
        process = access.process();
        thread = access.thread();
    }

    /** Adds a read of the file; returns whether the file is now known as an input. */
    public boolean read(Access access) {
        if (access.activity() == Activity.COMPACTION) {
            boolean writer = output && access.process() == process && access.thread() == thread;
            boolean firstHalf = access.offset() >= 0 && access.offset() < size / 2;
            input |= !writer || firstHalf;
        }
        return input;
    }
}
