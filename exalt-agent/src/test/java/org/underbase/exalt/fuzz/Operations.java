package org.underbase.exalt.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Seeded operations on a few files by all file APIs of the JDK. */
final class Operations {
    private static final List<String> NAMES = List.of("blk_1", "blk_2", "blk_3");
    private static final int LARGEST = 1 << 20;
    private static final int MOST_HANDLES = 8;
    private static final List<Set<OpenOption>> OPTIONS = List.of(
            Set.of(StandardOpenOption.READ),
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));

    private final Pair pair;
    private final Random random;
    private final Contents contents;

    Operations(Pair pair, Random random) {
        this.pair = pair;
        this.random = random;
        this.contents = new Contents(random);
    }

    void next() {
        int handles = pair.handles().size();
        int choice = random.nextInt(10);
        if (handles == 0 || (choice == 0 && handles < MOST_HANDLES)) {
            open(name());
        } else if (choice == 1) {
            byPath();
        } else {
            use(random.nextInt(handles));
        }
    }

    void compareAll() {
        for (String name : NAMES) {
            pair.call("all of " + name, side -> Files.readAllBytes(side.path(name)));
        }
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private byte[] bytes() {
        return contents.of(length());
    }

    /** Draws a length, mostly a short one. */
    private int length() {
        return random.nextInt(1 + random.nextInt(random.nextInt(8) == 0 ? 200_000 : 3_000));
    }

    private long position() {
        return random.nextInt(1 + random.nextInt(random.nextInt(4) == 0 ? LARGEST : 8_000));
    }

    private void open(String name) {
        switch (random.nextInt(8)) {
            case 0 ->
                pair.open(
                        "FileInputStream " + name,
                        side -> new FileInputStream(side.path(name).toFile()));
            case 1 -> {
                boolean append = random.nextBoolean();
                pair.open(
                        "FileOutputStream " + name + " append " + append,
                        side -> new FileOutputStream(side.path(name).toFile(), append));
            }
            case 2 -> {
                String mode = List.of("r", "rw", "rw", "rws").get(random.nextInt(4));
                pair.open(
                        "RandomAccessFile " + name + " " + mode,
                        side -> new RandomAccessFile(side.path(name).toFile(), mode));
            }
            case 3 -> pair.open("newInputStream " + name, side -> Files.newInputStream(side.path(name)));
            case 4 -> pair.open("newOutputStream " + name, side -> Files.newOutputStream(side.path(name)));
            case 5 -> {
                Set<OpenOption> options = OPTIONS.get(random.nextInt(OPTIONS.size()));
                pair.open(
                        "AsynchronousFileChannel " + name + " " + names(options),
                        side -> AsynchronousFileChannel.open(side.path(name), without(options), null));
            }
            default -> {
                Set<OpenOption> options = OPTIONS.get(random.nextInt(OPTIONS.size()));
                pair.open(
                        "FileChannel " + name + " " + names(options),
                        side -> FileChannel.open(side.path(name), options));
            }
        }
    }

    /** Removes the option that asynchronous channels do not support. */
    private static Set<OpenOption> without(Set<OpenOption> options) {
        Set<OpenOption> result = new HashSet<>(options);
        result.remove(StandardOpenOption.APPEND);
        return result;
    }

    private static Set<String> names(Set<OpenOption> options) {
        Set<String> names = new TreeSet<>();
        options.forEach(each -> names.add(each.toString()));
        return names;
    }

    private void byPath() {
        String name = name();
        String other = name();
        switch (random.nextInt(11)) {
            case 0 ->
                pair.call(
                        "File.length " + name, side -> side.path(name).toFile().length());
            case 1 -> pair.call("Files.size " + name, side -> Files.size(side.path(name)));
            case 2 ->
                pair.call("readAttributes " + name, side -> Files.readAttributes(
                                side.path(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .size());
            case 3 -> pair.call("readAllBytes " + name, side -> Files.readAllBytes(side.path(name)));
            case 4 -> {
                byte[] bytes = bytes();
                pair.call("Files.write " + name + " " + bytes.length, side -> {
                    Files.write(side.path(name), bytes);
                    return true;
                });
            }
            case 5 ->
                pair.call("move " + name + " " + other, side -> {
                    Files.move(side.path(name), side.path(other), StandardCopyOption.REPLACE_EXISTING);
                    return true;
                });
            case 6 ->
                pair.call("renameTo " + name + " " + other, side -> side.path(name)
                        .toFile()
                        .renameTo(side.path(other).toFile()));
            case 7 ->
                pair.call("copy " + name + " " + other, side -> {
                    Files.copy(side.path(name), side.path(other), StandardCopyOption.REPLACE_EXISTING);
                    return true;
                });
            case 8 ->
                pair.call("link " + name + " " + other, side -> {
                    Files.createLink(side.path(other), side.path(name));
                    return true;
                });
            case 9 -> pair.call("delete " + name, side -> Files.deleteIfExists(side.path(name)));
            default ->
                pair.call("mismatch " + name + " " + other, side -> Files.mismatch(side.path(name), side.path(other)));
        }
    }

    private void use(int index) {
        Closeable handle = pair.handles().get(index);
        if (random.nextInt(20) == 0) {
            pair.call(index + " close", side -> {
                side.handle(index, Closeable.class).close();
                return true;
            });
            pair.call(index + " gone", side -> {
                side.handles().remove(index);
                return true;
            });
        } else if (handle instanceof FileChannel) {
            channel(index);
        } else if (handle instanceof AsynchronousFileChannel) {
            asynchronous(index);
        } else if (handle instanceof RandomAccessFile) {
            randomAccess(index);
        } else if (handle instanceof InputStream) {
            input(index);
        } else {
            output(index);
        }
    }

    private void input(int index) {
        int length = length();
        int offset = random.nextInt(5);
        switch (random.nextInt(9)) {
            case 0 ->
                pair.call(index + " read", side -> side.handle(index, InputStream.class)
                        .read());
            case 1 ->
                pair.call(index + " read " + length, side -> {
                    byte[] into = new byte[length];
                    int count = side.handle(index, InputStream.class).read(into);
                    return List.of(count, Arrays.hashCode(into));
                });
            case 2 ->
                pair.call(index + " read " + offset + " " + length, side -> {
                    byte[] into = new byte[offset + length];
                    int count = side.handle(index, InputStream.class).read(into, offset, length);
                    return List.of(count, Arrays.hashCode(into));
                });
            case 3 -> {
                long bytes = position() - 500;
                pair.call(index + " skip " + bytes, side -> side.handle(index, InputStream.class)
                        .skip(bytes));
            }
            case 4 ->
                pair.call(index + " available", side -> side.handle(index, InputStream.class)
                        .available());
            case 5 ->
                pair.call(index + " readNBytes " + length, side -> side.handle(index, InputStream.class)
                        .readNBytes(length));
            case 6 ->
                pair.call(index + " transferTo", side -> {
                    ByteArrayOutputStream to = new ByteArrayOutputStream();
                    side.handle(index, InputStream.class).transferTo(to);
                    return to.toByteArray();
                });
            case 7 ->
                pair.call(index + " readAllBytes", side -> side.handle(index, InputStream.class)
                        .readAllBytes());
            default -> {
                if (pair.handles().get(index) instanceof FileInputStream) {
                    pair.call(index + " channel position", side -> {
                        FileChannel channel =
                                side.handle(index, FileInputStream.class).getChannel();
                        return List.of(channel.position(), channel.size());
                    });
                }
            }
        }
    }

    private void output(int index) {
        byte[] bytes = bytes();
        int offset = random.nextInt(bytes.length + 1);
        switch (random.nextInt(5)) {
            case 0 ->
                pair.call(index + " write one", side -> {
                    side.handle(index, OutputStream.class).write(offset);
                    return true;
                });
            case 1 ->
                pair.call(index + " write " + bytes.length, side -> {
                    side.handle(index, OutputStream.class).write(bytes);
                    return true;
                });
            case 2 ->
                pair.call(index + " write " + offset + " of " + bytes.length, side -> {
                    side.handle(index, OutputStream.class).write(bytes, offset, bytes.length - offset);
                    return true;
                });
            case 3 ->
                pair.call(index + " write too much", side -> {
                    side.handle(index, OutputStream.class).write(bytes, offset, bytes.length + 1);
                    return true;
                });
            default -> {
                if (pair.handles().get(index) instanceof FileOutputStream) {
                    pair.call(index + " channel position", side -> {
                        FileChannel channel =
                                side.handle(index, FileOutputStream.class).getChannel();
                        channel.force(false);
                        return List.of(channel.position(), channel.size());
                    });
                }
            }
        }
    }

    private void randomAccess(int index) {
        byte[] bytes = bytes();
        long position = position();
        switch (random.nextInt(14)) {
            case 0 ->
                pair.call(index + " seek " + position, side -> {
                    side.handle(index, RandomAccessFile.class).seek(position);
                    return true;
                });
            case 1 ->
                pair.call(index + " setLength " + position, side -> {
                    side.handle(index, RandomAccessFile.class).setLength(position);
                    return true;
                });
            case 2 ->
                pair.call(index + " length", side -> side.handle(index, RandomAccessFile.class)
                        .length());
            case 3 ->
                pair.call(index + " getFilePointer", side -> side.handle(index, RandomAccessFile.class)
                        .getFilePointer());
            case 4 ->
                pair.call(index + " read", side -> side.handle(index, RandomAccessFile.class)
                        .read());
            case 5, 6 ->
                pair.call(index + " read " + bytes.length, side -> {
                    byte[] into = new byte[bytes.length + 2];
                    int count = side.handle(index, RandomAccessFile.class).read(into, 1, bytes.length);
                    return List.of(count, Arrays.hashCode(into));
                });
            case 7 ->
                pair.call(index + " read all of " + bytes.length, side -> {
                    byte[] into = new byte[bytes.length];
                    int count = side.handle(index, RandomAccessFile.class).read(into);
                    return List.of(count, Arrays.hashCode(into));
                });
            case 8 ->
                pair.call(index + " write one", side -> {
                    side.handle(index, RandomAccessFile.class).write(bytes.length);
                    return true;
                });
            case 9, 10 ->
                pair.call(index + " write " + bytes.length, side -> {
                    side.handle(index, RandomAccessFile.class).write(bytes);
                    return true;
                });
            case 11 ->
                pair.call(index + " skipBytes", side -> side.handle(index, RandomAccessFile.class)
                        .skipBytes(bytes.length));
            case 12 ->
                pair.open(
                        index + " output of its descriptor",
                        side -> new FileOutputStream(
                                side.handle(index, RandomAccessFile.class).getFD()));
            default ->
                pair.open(index + " channel", side -> side.handle(index, RandomAccessFile.class)
                        .getChannel());
        }
    }

    private ByteBuffer buffer(boolean direct, int length) {
        return direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
    }

    private static byte[] content(ByteBuffer read) {
        byte[] bytes = new byte[read.flip().remaining()];
        read.get(bytes);
        return bytes;
    }

    private void channel(int index) {
        byte[] bytes = bytes();
        long position = position();
        boolean direct = random.nextBoolean();
        int other = random.nextInt(pair.handles().size());
        switch (random.nextInt(14)) {
            case 0 ->
                pair.call(index + " position", side -> side.handle(index, FileChannel.class)
                        .position());
            case 1 ->
                pair.call(index + " position " + position, side -> side.handle(index, FileChannel.class)
                        .position(position)
                        .position());
            case 2 ->
                pair.call(index + " size", side -> side.handle(index, FileChannel.class)
                        .size());
            case 3 ->
                pair.call(index + " truncate " + position, side -> {
                    side.handle(index, FileChannel.class).truncate(position);
                    return side.handle(index, FileChannel.class).position();
                });
            case 4 ->
                pair.call(index + " read " + bytes.length, side -> {
                    ByteBuffer into = buffer(direct, bytes.length);
                    return List.of(side.handle(index, FileChannel.class).read(into), Arrays.hashCode(content(into)));
                });
            case 5 ->
                pair.call(index + " read " + bytes.length + " at " + position, side -> {
                    ByteBuffer into = buffer(direct, bytes.length);
                    return List.of(
                            side.handle(index, FileChannel.class).read(into, position), Arrays.hashCode(content(into)));
                });
            case 6 ->
                pair.call(index + " read vector " + bytes.length, side -> {
                    ByteBuffer[] into = {
                        buffer(direct, bytes.length / 3), buffer(!direct, 7), buffer(direct, bytes.length)
                    };
                    List<Object> result = new ArrayList<>();
                    result.add(side.handle(index, FileChannel.class).read(into));
                    for (ByteBuffer each : into) {
                        result.add(Arrays.hashCode(content(each)));
                    }
                    return result;
                });
            case 7 ->
                pair.call(index + " write " + bytes.length, side -> side.handle(index, FileChannel.class)
                        .write(buffer(direct, bytes.length).put(bytes).flip()));
            case 8 ->
                pair.call(index + " write " + bytes.length + " at " + position, side -> side.handle(
                                index, FileChannel.class)
                        .write(buffer(direct, bytes.length).put(bytes).flip(), position));
            case 9 ->
                pair.call(index + " write vector " + bytes.length, side -> side.handle(index, FileChannel.class)
                        .write(new ByteBuffer[] {
                            ByteBuffer.wrap(bytes, 0, bytes.length / 2),
                            ByteBuffer.allocateDirect(3),
                            ByteBuffer.wrap(bytes, bytes.length / 2, bytes.length - bytes.length / 2)
                        }));
            case 10 ->
                pair.call(index + " force", side -> {
                    side.handle(index, FileChannel.class).force(true);
                    return true;
                });
            case 11 -> map(index, position, bytes.length);
            case 12 -> {
                if (pair.handles().get(other) instanceof FileChannel) {
                    pair.call(index + " transferTo " + other + " " + bytes.length + " at " + position, side -> {
                        FileChannel to = side.handle(other, FileChannel.class);
                        boolean apart = apart(position, to.position(), bytes.length)
                                && apart(position, to.size(), bytes.length);
                        return apart
                                ? side.handle(index, FileChannel.class).transferTo(position, bytes.length, to)
                                : -1;
                    });
                }
            }
            default -> {
                if (pair.handles().get(other) instanceof FileChannel && other != index) {
                    pair.call(index + " transferFrom " + other + " " + bytes.length + " at " + position, side -> {
                        FileChannel from = side.handle(other, FileChannel.class);
                        FileChannel to = side.handle(index, FileChannel.class);
                        // JDKs differ if the file grows during the transfer.
                        boolean fixed =
                                from.position() + bytes.length <= from.size() || position + bytes.length <= to.size();
                        return fixed && apart(from.position(), position, bytes.length)
                                ? to.transferFrom(from, position, bytes.length)
                                : -1;
                    });
                }
            }
        }
    }

    /** Returns whether two ranges are disjoint: a transfer between overlapping ranges of one file is undefined. */
    private static boolean apart(long one, long other, int length) {
        return Math.abs(one - other) > length;
    }

    /** Maps existing bytes only: beyond the end, the kernel extends a writable file, and the agent does not. */
    private void map(int index, long position, int length) {
        pair.call(index + " map " + length + " at " + position, side -> {
            FileChannel channel = side.handle(index, FileChannel.class);
            if (position + length > channel.size()) {
                return false;
            }
            byte[] bytes = new byte[length];
            channel.map(FileChannel.MapMode.READ_ONLY, position, length).get(bytes);
            return bytes;
        });
    }

    private void asynchronous(int index) {
        byte[] bytes = bytes();
        long position = position();
        switch (random.nextInt(4)) {
            case 0 ->
                pair.call(index + " size", side -> side.handle(index, AsynchronousFileChannel.class)
                        .size());
            case 1 ->
                pair.call(index + " truncate " + position, side -> {
                    side.handle(index, AsynchronousFileChannel.class).truncate(position);
                    return true;
                });
            case 2 ->
                pair.call(index + " read " + bytes.length + " at " + position, side -> {
                    ByteBuffer into = ByteBuffer.allocate(bytes.length);
                    int count = side.handle(index, AsynchronousFileChannel.class)
                            .read(into, position)
                            .get();
                    return List.of(count, Arrays.hashCode(content(into)));
                });
            default ->
                pair.call(index + " write " + bytes.length + " at " + position, side -> side.handle(
                                index, AsynchronousFileChannel.class)
                        .write(ByteBuffer.wrap(bytes), position)
                        .get());
        }
    }
}
