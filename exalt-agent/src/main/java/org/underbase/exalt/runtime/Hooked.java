package org.underbase.exalt.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.management.JMException;
import org.underbase.exalt.tardis.Verify;
import org.underbase.exalt.wire.Outbound;

/**
 * Methods that the hooked methods of the JDK call for files. A hooked method calls {@link #of} to find a compressed file, and runs its
 * stock body if that returns null.
 */
public final class Hooked {
    private static final int VECTOR = 2 * Long.BYTES;

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final Set<String> NATIVE = ConcurrentHashMap.newKeySet();

    private static volatile Internals internals;
    private static volatile CompressedFiles files;
    private static volatile Connections sockets;

    private Hooked() {}

    /**
     * Looks up internal members of the JDK. Nothing is compressed before {@link #start}.
     *
     * @throws ReflectiveOperationException if this JDK lacks a member; the message names it
     */
    public static void prepare() throws ReflectiveOperationException {
        internals = new Internals();
    }

    /**
     * Returns the class that reads and writes files for all channels.
     *
     * @return name of the class in this JDK
     * @throws ClassNotFoundException if the class has an unknown name
     */
    public static String dispatcher() throws ClassNotFoundException {
        return Internals.dispatcher().getName();
    }

    /**
     * Starts to compress files.
     *
     * @param directories absolute paths
     * @param pattern regular expression that the path of a new file must contain
     * @param verify number of bytes to verify before a write is compressed
     * @param capacity reported size of the directories' volumes, in bytes; 0 for the real size
     */
    public static void start(List<String> directories, Pattern pattern, Verify verify, long capacity) {
        files = new CompressedFiles(internals, new Scope(directories, pattern), verify, capacity);
    }

    /**
     * Starts to frame the traffic between emulated processes.
     *
     * @param verify number of bytes to verify before a write is framed
     * @param registry directory in which emulated processes register their listening sockets
     * @throws IOException if the directory is unusable
     */
    public static void startSockets(Verify verify, Path registry) throws IOException {
        Connections started = HookedSockets.start(internals, Outbound.splitter(verify), registry);
        sockets = started;
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                started.leave();
                            } catch (IOException e) {
                                System.err.println("exalt-agent: cannot clean registry " + registry + ": " + e);
                            }
                        },
                        "exalt-agent registry"));
    }

    /**
     * Registers the statistics as an MXBean.
     *
     * @throws JMException if the registration fails
     */
    public static void registerStatistics() throws JMException {
        new Statistics(files, sockets).register();
    }

    /**
     * Writes the statistics when the JVM exits.
     *
     * @param file JSON file; null for standard error
     * @throws IOException if the file is not writable
     */
    public static void writeStatisticsAtExit(Path file) throws IOException {
        new Statistics(files, sockets).writeAtExit(file);
    }

    /** Finds the compressed file of a descriptor; null for all other descriptors. */
    public static Object of(FileDescriptor descriptor) {
        CompressedFiles all = files;
        return all == null || descriptor == null ? null : all.of(descriptor);
    }

    /** Finds the compressed file of a channel; null for all other channels. */
    public static Object ofChannel(Object channel) {
        return files != null && internals.isFile(channel) ? of(internals.descriptor((FileChannel) channel)) : null;
    }

    // ---- open files

    public static void opened(FileDescriptor descriptor, Access access) throws IOException {
        CompressedFiles all = files;
        if (all != null) {
            all.opened(descriptor, access);
        }
    }

    public static void openedByFlags(FileDescriptor descriptor, Object flags) throws IOException {
        CompressedFiles all = files;
        if (all != null) {
            all.opened(descriptor, internals.access(flags));
        }
    }

    public static void closed(FileDescriptor descriptor) throws IOException {
        CompressedFiles all = files;
        if (all != null) {
            all.closed(descriptor);
        }
    }

    // ---- streams

    public static int read(Object file) throws IOException {
        byte[] one = new byte[1];
        return ((Descriptor) file).read(ByteBuffer.wrap(one)) < 0 ? -1 : one[0] & 0xff;
    }

    public static int read(Object file, byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        return length == 0 ? 0 : ((Descriptor) file).read(ByteBuffer.wrap(into, offset, length));
    }

    public static void write(Object file, int value) throws IOException {
        ((Descriptor) file).write(ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    public static void write(Object file, byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        // The kernel is not called for zero bytes, so it cannot report an invalid descriptor.
        if (length > 0) {
            ((Descriptor) file).write(ByteBuffer.wrap(from, offset, length));
        }
    }

    public static long skip(Object file, long bytes) throws IOException {
        return ((Descriptor) file).skip(bytes);
    }

    public static int available(Object file) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, ((Descriptor) file).left()));
    }

    /** Returns the same as {@link #available}, but a negative number after the end, as the native method does. */
    public static int left(Object file) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, ((Descriptor) file).left()));
    }

    public static long length(Object file) {
        return ((Descriptor) file).length();
    }

    public static long position(Object file) {
        return ((Descriptor) file).position();
    }

    public static void seek(Object file, long position) throws IOException {
        if (position < 0) {
            throw new IOException("Negative seek offset");
        }
        ((Descriptor) file).seek(position);
    }

    public static void setLength(Object file, long length) throws IOException {
        ((Descriptor) file).setLength(length);
    }

    // ---- bodies of native methods

    public static long position(RandomAccessFile file) throws IOException {
        FileDescriptor descriptor = file.getFD();
        Object found = of(descriptor);
        return found == null ? internals.seek(descriptor, -1) : position(found);
    }

    public static long length(RandomAccessFile file) throws IOException {
        FileDescriptor descriptor = file.getFD();
        Object found = of(descriptor);
        return found == null ? internals.length(descriptor) : length(found);
    }

    public static void setLength(RandomAccessFile file, long length) throws IOException {
        FileDescriptor descriptor = file.getFD();
        Object found = of(descriptor);
        if (found != null) {
            setLength(found, length);
            return;
        }
        long before = internals.seek(descriptor, -1);
        internals.truncate(descriptor, length);
        if (before > length) {
            internals.seek(descriptor, length);
        }
    }

    // ---- channels, below their own checks; buffers are addresses

    public static int read(Object file, long address, int length) throws IOException {
        return ((Descriptor) file).read(internals.buffer(address, length));
    }

    public static int read(Object file, long address, int length, long position) throws IOException {
        return ((Descriptor) file).read(position, internals.buffer(address, length));
    }

    public static int write(Object file, long address, int length) throws IOException {
        return ((Descriptor) file).write(internals.buffer(address, length));
    }

    public static int write(Object file, long address, int length, long position) throws IOException {
        return ((Descriptor) file).write(position, internals.buffer(address, length));
    }

    public static long readVector(Object file, long vector, int count) throws IOException {
        ByteBuffer each = vector(vector, count);
        long sum = 0;
        while (each.hasRemaining()) {
            long address = each.getLong();
            int length = (int) each.getLong();
            int read = length == 0 ? 0 : read(file, address, length);
            if (read < 0) {
                return sum == 0 ? -1 : sum;
            }
            sum += read;
            if (read < length) {
                return sum;
            }
        }
        return sum;
    }

    public static long writeVector(Object file, long vector, int count) throws IOException {
        ByteBuffer each = vector(vector, count);
        long sum = 0;
        while (each.hasRemaining()) {
            long address = each.getLong();
            int length = (int) each.getLong();
            sum += length == 0 ? 0 : write(file, address, length);
        }
        return sum;
    }

    private static ByteBuffer vector(long address, int count) {
        return internals.buffer(address, count * VECTOR).order(ByteOrder.nativeOrder());
    }

    /** Sets the position unless it is negative, and returns it. */
    public static long seekOrTell(Object file, long position) {
        Descriptor descriptor = (Descriptor) file;
        if (position >= 0) {
            descriptor.seek(position);
        }
        return descriptor.position();
    }

    public static void truncate(Object file, long length) throws IOException {
        ((Descriptor) file).truncate(length);
    }

    public static Object map(
            Object file,
            FileChannel channel,
            FileChannel.MapMode mode,
            long position,
            long length,
            int protection,
            boolean sync)
            throws IOException {
        if (mode != FileChannel.MapMode.READ_ONLY) {
            Transfers.checkWritable(channel);
        }
        Transfers.checkReadable(channel);
        Transfers.checkRange(position, length);
        return Mapping.map(internals, (Descriptor) file, mode, position, length, protection, sync);
    }

    // ---- lengths by path

    public static long length(File file, long physical) {
        CompressedFiles all = files;
        if (all == null || physical == 0) {
            return physical;
        }
        try {
            return all.length(file.getPath(), null, physical);
        } catch (NoSuchFileException e) {
            // The file was deleted after the kernel returned its length.
            return 0;
        } catch (IOException e) {
            throw new IllegalStateException("exalt-agent: cannot determine the length of " + file + ": " + e, e);
        }
    }

    /** Replaces the physical length in file attributes by the logical length. */
    public static void attributes(Object path, Object attributes) {
        CompressedFiles all = files;
        if (all == null || attributes == null) {
            return;
        }
        String name = path.toString();
        BasicFileAttributes file = (BasicFileAttributes) attributes;
        if (!all.covers(name) || !file.isRegularFile()) {
            return;
        }
        try {
            long length = all.length(name, file.fileKey(), file.size());
            if (length != file.size()) {
                internals.setSize(attributes, length);
            }
        } catch (NoSuchFileException e) {
            internals.setSize(attributes, 0);
        } catch (IOException e) {
            throw new IllegalStateException("exalt-agent: cannot determine the length of " + path + ": " + e, e);
        }
    }

    /** Reports a loaded native library. */
    public static void loaded(Class<?> by, String library) {
        // Libraries of the JDK are covered by the hooks.
        if (files != null && by.getClassLoader() != null && by.getClassLoader() != PLATFORM && NATIVE.add(library)) {
            System.err.println("exalt-agent: native library " + library
                    + " is loaded: its direct file and socket I/O bypasses the agent");
        }
    }

    // ---- copies out of the directories, and free space

    public static void moved(Object source, Object target) throws IOException {
        CompressedFiles all = files;
        if (all != null) {
            CopyOutGuard.move(all, (Path) source, (Path) target);
        }
    }

    /** Returns whether a rename must fail. */
    public static boolean refused(File source, File target) {
        CompressedFiles all = files;
        try {
            return all != null && CopyOutGuard.rename(all, source.toPath(), target.toPath());
        } catch (IOException | InvalidPathException e) {
            // The kernel reports the invalid path.
            return false;
        }
    }

    /** Returns whether the copy was done here. */
    public static boolean copied(Object source, Object target, CopyOption[] options) throws IOException {
        CompressedFiles all = files;
        return all != null && CopyOutGuard.copy(all, (Path) source, (Path) target, options);
    }

    /** Checks the redirects of a child process. */
    public static void given(Redirect[] redirects) throws IOException {
        CompressedFiles all = files;
        if (all == null || redirects == null) {
            return;
        }
        for (Redirect each : redirects) {
            CopyOutGuard.toChild(all, each);
        }
    }

    public static void toBeLoaded(File library) {
        CompressedFiles all = files;
        if (all != null) {
            CopyOutGuard.toLoader(all, library);
        }
    }

    public static long totalSpace(String path, long physical) {
        CompressedFiles all = files;
        return all == null ? physical : all.totalSpace(path, physical);
    }

    public static long freeSpace(String path, long physical) {
        CompressedFiles all = files;
        return all == null ? physical : all.freeSpace(path, physical);
    }
}
