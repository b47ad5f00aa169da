package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;

/** A store that hangs, fails or is full on request. Thread-safe. */
final class TestStore implements BlockStore {
    /** What happens to a block. */
    enum Mode {
        WRITES,
        HANGS,
        FAILS,
        IS_FULL,
        BREAKS,
        /** Blocks are written, and segments cannot be closed. */
        CANNOT_END
    }

    private final BlockStore real;
    private Mode mode;

    TestStore(BlockStore real, Mode mode) {
        this.real = real;
        this.mode = mode;
    }

    synchronized void mode(Mode next) {
        mode = next;
        notifyAll();
    }

    @Override
    public Segments.Outcome write(EncodedBlock block, Drops drops, LiveSettings live) throws IOException {
        Mode now = awaitMode();
        if (now == Mode.FAILS) {
            throw new IOException("injected failure");
        } else if (now == Mode.BREAKS) {
            throw new IllegalStateException("injected bug");
        }
        return now == Mode.IS_FULL ? Segments.Outcome.CAPPED : real.write(block, drops, live);
    }

    private synchronized boolean is(Mode other) {
        return mode == other;
    }

    private synchronized Mode awaitMode() throws IOException {
        while (mode == Mode.HANGS) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
        return mode;
    }

    @Override
    public boolean end(LiveSettings live, Drops drops) throws IOException {
        if (is(Mode.CANNOT_END)) {
            throw new IOException("injected failure");
        }
        return real.end(live, drops);
    }

    @Override
    public boolean finish(LiveSettings live, Drops drops) throws IOException {
        return real.finish(live, drops);
    }

    @Override
    public Path directory() {
        return real.directory();
    }
}
