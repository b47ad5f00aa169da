package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/** Device that fails at one call, counted over all methods of the device and of its files. Thread-safe. */
final class FaultyDevice implements JournalDevice {
    /** Exceptions that a call may throw. */
    enum Fault {
        /** Error of the disk. */
        IO {
            @Override
            void raise() throws IOException {
                throw new IOException("injected input/output error");
            }
        },
        /** Defect of a device. */
        RUNTIME {
            @Override
            void raise() {
                throw new IllegalStateException("injected exception");
            }
        },
        /** Exhausted memory. */
        MEMORY {
            @Override
            void raise() {
                throw new OutOfMemoryError("injected error");
            }
        };

        abstract void raise() throws IOException;
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    private interface Action {
        void run() throws IOException;
    }

    private final JournalDevice inner;
    private final int failing;
    private final Fault fault;
    private final boolean afterEffect;
    private int calls;
    private int open;

    /**
     * Creates a device.
     *
     * @param inner device that performs the calls
     * @param failing number of the call that fails, from 1
     * @param fault exception of that call
     * @param afterEffect whether the call fails after its effect
     */
    FaultyDevice(JournalDevice inner, int failing, Fault fault, boolean afterEffect) {
        this.inner = inner;
        this.failing = failing;
        this.fault = fault;
        this.afterEffect = afterEffect;
    }

    /** Whether the failing call happened. */
    synchronized boolean failed() {
        return calls >= failing;
    }

    /** Returns the number of files that are open. */
    synchronized int openFiles() {
        return open;
    }

    private synchronized <T> T call(Call<T> effect) throws IOException {
        boolean fails = ++calls == failing;
        if (fails && !afterEffect) {
            fault.raise();
        }
        T result = effect.run();
        if (fails) {
            fault.raise();
        }
        return result;
    }

    private void act(Action effect) throws IOException {
        boolean done = call(() -> {
            effect.run();
            return true;
        });
        assert done;
    }

    private JournalFile opened(Call<JournalFile> effect) throws IOException {
        return call(() -> {
            JournalFile file = new FaultyFile(effect.run());
            // A call that fails after its effect returns no file to close.
            open += calls == failing ? 0 : 1;
            return file;
        });
    }

    @Override
    public List<String> list() throws IOException {
        return call(inner::list);
    }

    @Override
    public JournalFile open(String name) throws IOException {
        return opened(() -> inner.open(name));
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        return opened(() -> inner.create(name, size, nanos -> {}));
    }

    @Override
    public void delete(String name) throws IOException {
        act(() -> inner.delete(name));
    }

    @Override
    public String describe() {
        return inner.describe();
    }

    @Override
    public void close() throws IOException {
        act(inner::close);
    }

    private final class FaultyFile implements JournalFile {
        private final JournalFile file;

        FaultyFile(JournalFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return call(file::size);
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            act(() -> file.read(buffer, position));
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            act(() -> file.write(buffer, position));
        }

        @Override
        public void force() throws IOException {
            act(file::force);
        }

        @Override
        public void close() throws IOException {
            synchronized (FaultyDevice.this) {
                open--;
            }
            act(file::close);
        }
    }
}
