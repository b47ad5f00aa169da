package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongConsumer;

/**
 * Disk that loses unsynced bytes. In a power failure, each write since the last fsync of its file survives completely, partly or
 * not at all, independent of the others.
 */
public final class SimulatedDisk implements JournalDevice {
    private static final int SECTOR = 512;

    private static final class Write {
        private final int position;
        private final byte[] bytes;

        Write(int position, byte[] bytes) {
            this.position = position;
            this.bytes = bytes;
        }

        int position() {
            return position;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private static final class Stored {
        private final byte[] onDisk;
        private final byte[] now;
        private final List<Write> pending = new ArrayList<>();

        Stored(int size) {
            onDisk = new byte[size];
            now = new byte[size];
        }
    }

    private final Map<String, Stored> files = new LinkedHashMap<>();
    private final PowerSupply power;
    private boolean direct;
    private boolean ignoreFsync;
    private boolean fail;
    private long space = Long.MAX_VALUE;
    private int generation;

    /**
     * Creates an empty disk.
     *
     * @param power power supply of the disk
     */
    public SimulatedDisk(PowerSupply power) {
        this.power = power;
    }

    /**
     * Makes the disk acknowledge fsyncs without performing them.
     *
     * @param on whether fsyncs are ignored
     */
    public void ignoreFsync(boolean on) {
        ignoreFsync = on;
    }

    /**
     * Makes the disk support direct writes, which are on disk when they return.
     *
     * @param on whether files that are opened from now on support them
     */
    public void directWrites(boolean on) {
        direct = on;
    }

    /**
     * Makes every write and fsync fail.
     *
     * @param on whether they fail
     */
    public void fail(boolean on) {
        fail = on;
    }

    /** Limits the total size of files that are created from now on, in bytes. */
    void space(long bytes) {
        space = bytes;
    }

    /** Shortens a file, like a file-system repair, until the returned action runs. */
    Runnable truncate(String name, int size) {
        Stored old = files.get(name);
        Stored shorter = new Stored(size);
        System.arraycopy(old.onDisk, 0, shorter.onDisk, 0, size);
        System.arraycopy(old.now, 0, shorter.now, 0, size);
        files.put(name, shorter);
        return () -> files.put(name, old);
    }

    /** Removes a file until the returned action runs. */
    Runnable lose(String name) {
        Stored lost = files.remove(name);
        return () -> files.put(name, lost);
    }

    byte[] content(String name) {
        return files.get(name).now;
    }

    /**
     * Simulates a power failure. Open files become invalid.
     *
     * @param random source of what survives
     */
    public void losePower(Random random) {
        generation++;
        for (Stored file : files.values()) {
            for (Write write : file.pending) {
                System.arraycopy(file.onDisk, write.position(), file.now, write.position(), write.bytes().length);
            }
            for (Write write : file.pending) {
                survive(file, write, random);
            }
            file.pending.clear();
        }
    }

    /** Simulates a process exit: all writes survive in the page cache. */
    public void kill() {
        generation++;
    }

    private static void survive(Stored file, Write write, Random random) {
        byte[] bytes = write.bytes();
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> land(file, write.position(), bytes, 0, bytes.length);
            case 2 -> {
                int torn = random.nextInt(bytes.length + 1);
                boolean head = random.nextBoolean();
                land(file, write.position(), bytes, head ? 0 : torn, head ? torn : bytes.length);
            }
            default -> {
                for (int from = 0; from < bytes.length; from += SECTOR) {
                    if (random.nextBoolean()) {
                        land(file, write.position(), bytes, from, Math.min(bytes.length, from + SECTOR));
                    }
                }
            }
        }
    }

    private static void land(Stored file, int position, byte[] bytes, int from, int to) {
        System.arraycopy(bytes, from, file.onDisk, position + from, to - from);
        System.arraycopy(bytes, from, file.now, position + from, to - from);
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public JournalFile open(String name) throws IOException {
        Stored file = files.get(name);
        if (file == null) {
            throw new IOException(name + " does not exist");
        }
        return handle(file);
    }

    private JournalFile handle(Stored file) {
        Handle handle = new Handle(file, generation);
        if (!direct) {
            return handle;
        }
        DirectWrites writes = new DirectWrites(describe(), new DirectWrites.Opener() {
            @Override
            public FileChannel open(Path any) {
                return new HandleChannel(handle, true);
            }

            @Override
            public long blockSize(Path any) {
                return SECTOR;
            }
        });
        return new ChannelFile(new HandleChannel(handle, false), Path.of(describe()), Optional.of(writes));
    }

    /** Channel over a file, as {@link ChannelFile} uses it. */
    private static final class HandleChannel extends RecordedChannel {
        private final Handle handle;
        private final boolean direct;

        HandleChannel(Handle handle, boolean direct) {
            super("simulated", null, new ArrayList<>());
            this.handle = handle;
            this.direct = direct;
        }

        @Override
        public int write(ByteBuffer buffer, long position) throws IOException {
            int count = buffer.remaining();
            handle.write(buffer, position);
            if (direct) {
                handle.forceLastWrite();
            }
            return count;
        }

        @Override
        public int read(ByteBuffer buffer, long position) {
            int before = buffer.remaining();
            handle.read(buffer, position);
            return before == buffer.remaining() ? -1 : before - buffer.remaining();
        }

        @Override
        public void force(boolean metaData) throws IOException {
            handle.force();
        }

        @Override
        public long size() {
            return handle.size();
        }

        @Override
        protected void implCloseChannel() {
            handle.close();
        }
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        power.step();
        check();
        if (size > space) {
            throw new IOException("no space left on the simulated disk");
        }
        space -= size;
        Stored file = new Stored(Math.toIntExact(size));
        files.put(name, file);
        rest.accept(1);
        return handle(file);
    }

    @Override
    public void delete(String name) throws IOException {
        power.step();
        check();
        files.remove(name);
    }

    @Override
    public String describe() {
        return "simulated disk";
    }

    @Override
    public void close() {}

    private void check() throws IOException {
        if (fail) {
            throw new IOException("input/output error of the simulated disk");
        }
    }

    private final class Handle implements JournalFile {
        private final Stored file;
        private final int opened;

        Handle(Stored file, int opened) {
            this.file = file;
            this.opened = opened;
        }

        private void alive() {
            if (opened != generation) {
                throw new IllegalStateException("a file is used after a crash");
            }
        }

        @Override
        public long size() {
            return file.now.length;
        }

        @Override
        public void read(ByteBuffer buffer, long position) {
            alive();
            int count = (int) Math.min(buffer.remaining(), Math.max(0, file.now.length - position));
            if (count > 0) {
                buffer.put(file.now, (int) position, count);
            }
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            alive();
            power.step();
            check();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            if (position + bytes.length > file.now.length) {
                throw new IllegalStateException("a segment is written beyond its end");
            }
            System.arraycopy(bytes, 0, file.now, (int) position, bytes.length);
            file.pending.add(new Write((int) position, bytes));
        }

        @Override
        public void force() throws IOException {
            force(0);
        }

        /** Ends a direct write: no earlier one becomes durable. */
        void forceLastWrite() throws IOException {
            force(file.pending.size() - 1);
        }

        private void force(int first) throws IOException {
            alive();
            power.step();
            check();
            if (ignoreFsync) {
                return;
            }
            List<Write> durable = file.pending.subList(first, file.pending.size());
            for (Write write : durable) {
                System.arraycopy(write.bytes(), 0, file.onDisk, write.position(), write.bytes().length);
            }
            durable.clear();
        }

        @Override
        public void close() {}
    }
}
