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
 * What the methods of the JDK that are hooked call. Each looks with {@link #of} whether its file is a compressed one, and goes on as
 * ever where that is null.
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
     * Looks up what is used of the JDK's inside. Nothing is compressed before {@link #start}.
     *
     * @throws ReflectiveOperationException naming what this JDK does not have
     */
    public static void prepare() throws ReflectiveOperationException {
        internals = new Internals();
    }

    /**
     * The class that reads and writes files for all channels.
     *
     * @return its name in this JDK
     * @throws ClassNotFoundException where it has another name
     */
    public static String dispatcher() throws ClassNotFoundException {
        return Internals.dispatcher().getName();
    }

    /**
     * Compresses from now on.
     *
     * @param directories absolute
     * @param pattern found in the paths of new files that are to be compressed
     * @param verify how closely it is looked at what is written
     * @param capacity bytes that each volume of these directories is said to have; 0 for what it has
     */
    public static void start(List<String> directories, Pattern pattern, Verify verify, long capacity) {
        files = new CompressedFiles(internals, new Scope(directories, pattern), verify, capacity);
    }

    /**
     * Frames what is sent between emulated processes from now on.
     *
     * @param verify how closely it is looked at what is sent
     * @param registry a directory where emulated processes say where they listen
     * @throws IOException when it cannot be used
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
                                System.err.println("exalt-agent: " + registry + " cannot be cleaned: " + e);
                            }
                        },
                        "exalt-agent registry"));
    }

    /**
     * Tells from now on what was saved, as a bean.
     *
     * @throws JMException when it cannot be registered
     */
    public static void tellStatistics() throws JMException {
        new Statistics(files, sockets).register();
    }

    /**
     * Tells what was saved when the JVM ends.
     *
     * @param file gets it as JSON; null for standard error
     * @throws IOException when it cannot be written
     */
    public static void writeStatisticsAtExit(Path file) throws IOException {
        new Statistics(files, sockets).writeAtExit(file);
    }

    /** The compressed file of a descriptor; null for all others. */
    public static Object of(FileDescriptor descriptor) {
        CompressedFiles all = files;
        return all == null || descriptor == null ? null : all.of(descriptor);
    }

    /** Of a channel: null also for one that is no file's. */
    public static Object ofChannel(Object channel) {
        return files != null && internals.isFile(channel) ? of(internals.descriptor((FileChannel) channel)) : null;
    }

    // ---- which files are open

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
        // Of no bytes the kernel never hears, nor whether it would take any.
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

    /** As {@link #available}, but negative behind the end: what is below channels tells it so. */
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

    // ---- bodies of methods that are native

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

    // ---- channels, below their own checks: addresses of memory

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

    /** Sets the position unless that is negative, and tells it. */
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
            // It went after it was asked for its length, which would be this then.
            return 0;
        } catch (IOException e) {
            throw new IllegalStateException("exalt-agent: the length of " + file + " cannot be told: " + e, e);
        }
    }

    /** Corrects what the kernel told of a file. */
    public static void attributes(Object path, Object attributes) {
        CompressedFiles all = files;
        if (all == null || attributes == null) {
            return;
        }
        String name = path.toString();
        BasicFileAttributes told = (BasicFileAttributes) attributes;
        if (!all.covers(name) || !told.isRegularFile()) {
            return;
        }
        try {
            long length = all.length(name, told.fileKey(), told.size());
            if (length != told.size()) {
                internals.setSize(attributes, length);
            }
        } catch (NoSuchFileException e) {
            internals.setSize(attributes, 0);
        } catch (IOException e) {
            throw new IllegalStateException("exalt-agent: the length of " + path + " cannot be told: " + e, e);
        }
    }

    /** A native library is there. */
    public static void loaded(Class<?> by, String library) {
        // The JDK's own are what is hooked.
        if (files != null && by.getClassLoader() != null && by.getClassLoader() != PLATFORM && NATIVE.add(library)) {
            System.err.println("exalt-agent: the native library " + library
                    + " is loaded: files and sockets that it reads and writes by itself are not seen");
        }
    }

    // ---- what leaves the directories, and how much fits into them

    public static void moved(Object source, Object target) throws IOException {
        CompressedFiles all = files;
        if (all != null) {
            Leaving.move(all, (Path) source, (Path) target);
        }
    }

    /** Whether a file must not be renamed so. */
    public static boolean refused(File source, File target) {
        CompressedFiles all = files;
        try {
            return all != null && Leaving.rename(all, source.toPath(), target.toPath());
        } catch (IOException | InvalidPathException e) {
            // As it is, the kernel says why.
            return false;
        }
    }

    /** Whether a file was copied. */
    public static boolean copied(Object source, Object target, CopyOption[] options) throws IOException {
        CompressedFiles all = files;
        return all != null && Leaving.copy(all, (Path) source, (Path) target, options);
    }

    /** What a child process is to read and write instead of pipes. */
    public static void given(Redirect[] redirects) throws IOException {
        CompressedFiles all = files;
        if (all == null || redirects == null) {
            return;
        }
        for (Redirect each : redirects) {
            Leaving.toChild(all, each);
        }
    }

    public static void toBeLoaded(File library) {
        CompressedFiles all = files;
        if (all != null) {
            Leaving.toLoader(all, library);
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
