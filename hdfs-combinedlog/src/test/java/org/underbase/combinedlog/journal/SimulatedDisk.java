package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;

/**
 * A disk that forgets what was not forced. At a power cut each write since the last force of its file survives whole, in
 * part, or not at all, whatever became of the others.
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
    private boolean lies;
    private boolean refuses;
    private long room = Long.MAX_VALUE;
    private int generation;

    /**
     * Makes an empty disk.
     *
     * @param power what it hangs on
     */
    public SimulatedDisk(PowerSupply power) {
        this.power = power;
    }

    /**
     * Makes the disk say that it forced what it did not.
     *
     * @param on whether it does
     */
    public void lies(boolean on) {
        lies = on;
    }

    void refuses(boolean on) {
        refuses = on;
    }

    /** Bytes that files created from now on may have in sum. */
    void room(long bytes) {
        room = bytes;
    }

    /** Makes a file shorter, as a file system's repair may, for as long as what is returned was not run. */
    Runnable truncate(String name, int size) {
        Stored old = files.get(name);
        Stored cut = new Stored(size);
        System.arraycopy(old.onDisk, 0, cut.onDisk, 0, size);
        System.arraycopy(old.now, 0, cut.now, 0, size);
        files.put(name, cut);
        return () -> files.put(name, old);
    }

    /** Takes a file away for as long as what is returned was not run. */
    Runnable lose(String name) {
        Stored lost = files.remove(name);
        return () -> files.put(name, lost);
    }

    byte[] content(String name) {
        return files.get(name).now;
    }

    /**
     * Draws what is left after a power cut. Files that are open are dead.
     *
     * @param random what survives
     */
    public void cut(Random random) {
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

    /** Ends the process and not the machine: all writes are still there, on their way to the disk. */
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
            throw new IOException(name + " is not there");
        }
        return new Handle(file, generation);
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        power.step();
        check();
        if (size > room) {
            throw new IOException("no space left on the simulated disk");
        }
        room -= size;
        Stored file = new Stored(Math.toIntExact(size));
        files.put(name, file);
        rest.accept(1);
        return new Handle(file, generation);
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
        if (refuses) {
            throw new IOException("the simulated disk refuses");
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
                throw new IllegalStateException("a file is used that a crash had closed");
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
            alive();
            power.step();
            check();
            if (lies) {
                return;
            }
            for (Write write : file.pending) {
                System.arraycopy(write.bytes(), 0, file.onDisk, write.position(), write.bytes().length);
            }
            file.pending.clear();
        }

        @Override
        public void close() {}
    }
}
