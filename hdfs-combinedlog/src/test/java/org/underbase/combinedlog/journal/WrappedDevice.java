package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/** Device that runs all its calls, and those of its files, through one method. */
abstract class WrappedDevice implements JournalDevice {
    private final JournalDevice inner;

    WrappedDevice(JournalDevice inner) {
        this.inner = inner;
    }

    /** Call of the inner device. */
    interface Call<T> {
        T run() throws IOException;
    }

    private interface Action {
        void run() throws IOException;
    }

    /** Runs a call; the name is that of its method, with "device " before that of {@link JournalDevice#close}. */
    abstract <T> T call(String name, Call<T> effect) throws IOException;

    private void act(String name, Action effect) throws IOException {
        boolean done = call(name, () -> {
            effect.run();
            return true;
        });
        assert done;
    }

    @Override
    public List<String> list() throws IOException {
        return call("list", inner::list);
    }

    @Override
    public JournalFile open(String name) throws IOException {
        return call("open", () -> new WrappedFile(inner.open(name)));
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        return call("create", () -> new WrappedFile(inner.create(name, size, rest)));
    }

    @Override
    public void rename(String name, String newName) throws IOException {
        act("rename", () -> inner.rename(name, newName));
    }

    @Override
    public void delete(String name) throws IOException {
        act("delete", () -> inner.delete(name));
    }

    @Override
    public String describe() {
        return inner.describe();
    }

    @Override
    public void close() throws IOException {
        act("device close", inner::close);
    }

    private final class WrappedFile implements JournalFile {
        private final JournalFile file;

        WrappedFile(JournalFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return call("size", file::size);
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            act("read", () -> file.read(buffer, position));
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            act("write", () -> file.write(buffer, position));
        }

        @Override
        public void force() throws IOException {
            act("force", file::force);
        }

        @Override
        public void close() throws IOException {
            act("close", file::close);
        }
    }
}
