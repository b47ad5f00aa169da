package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The members of the JDK's classes that are used beside those that are hooked; each is looked up once, at the start. */
final class Internals {
    private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";
    private static final String FLAGS = "sun.nio.fs.UnixChannelFactory$Flags";

    private final VarHandle number;
    private final VarHandle channelDescriptor;
    private final VarHandle size;
    private final VarHandle flagRead;
    private final VarHandle flagWrite;
    private final VarHandle flagAppend;
    private final MethodHandle buffer;
    private final MethodHandle uninterruptible;
    private final MethodHandle map;
    private final MethodHandle seek;
    private final MethodHandle length;
    private final MethodHandle truncate;

    /**
     * Looks them up.
     *
     * @throws ReflectiveOperationException naming what this JDK does not have
     */
    Internals() throws ReflectiveOperationException {
        MethodHandles.Lookup here = MethodHandles.lookup();
        number = in(here, FileDescriptor.class).findVarHandle(FileDescriptor.class, "fd", int.class);
        Class<?> channel = Class.forName(CHANNEL);
        MethodHandles.Lookup channels = in(here, channel);
        channelDescriptor = channels.findVarHandle(channel, "fd", FileDescriptor.class);
        uninterruptible = channels.findVirtual(channel, "setUninterruptible", MethodType.methodType(void.class))
                .asType(MethodType.methodType(void.class, FileChannel.class));
        Class<?> mapped = Class.forName(CHANNEL + "$Unmapper");
        map = channels.findVirtual(
                        channel,
                        "mapInternal",
                        MethodType.methodType(
                                mapped, FileChannel.MapMode.class, long.class, long.class, int.class, boolean.class))
                .asType(MethodType.methodType(
                        Object.class,
                        FileChannel.class,
                        FileChannel.MapMode.class,
                        long.class,
                        long.class,
                        int.class,
                        boolean.class));
        Class<?> attributes = Class.forName("sun.nio.fs.UnixFileAttributes");
        size = in(here, attributes).findVarHandle(attributes, "st_size", long.class);
        Class<?> flags = Class.forName(FLAGS);
        MethodHandles.Lookup flagged = in(here, flags);
        flagRead = flagged.findVarHandle(flags, "read", boolean.class);
        flagWrite = flagged.findVarHandle(flags, "write", boolean.class);
        flagAppend = flagged.findVarHandle(flags, "append", boolean.class);
        buffer = buffer(here);
        Class<?> dispatcher = dispatcher();
        MethodHandles.Lookup natives = in(here, dispatcher);
        seek = natives.findStatic(
                dispatcher, "seek0", MethodType.methodType(long.class, FileDescriptor.class, long.class));
        length = natives.findStatic(dispatcher, "size0", MethodType.methodType(long.class, FileDescriptor.class));
        truncate = natives.findStatic(
                dispatcher, "truncate0", MethodType.methodType(int.class, FileDescriptor.class, long.class));
    }

    private static MethodHandles.Lookup in(MethodHandles.Lookup here, Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, here);
    }

    /** The class whose methods read and write files for all channels: it has another name since JDK 21. */
    static Class<?> dispatcher() throws ClassNotFoundException {
        try {
            return Class.forName("sun.nio.ch.UnixFileDispatcherImpl");
        } catch (ClassNotFoundException e) {
            return Class.forName("sun.nio.ch.FileDispatcherImpl");
        }
    }

    /** The constructor that native code makes buffers with. */
    private static MethodHandle buffer(MethodHandles.Lookup here) throws ReflectiveOperationException {
        Class<?> direct = Class.forName("java.nio.DirectByteBuffer");
        MethodHandles.Lookup buffers = in(here, direct);
        MethodType made = MethodType.methodType(ByteBuffer.class, long.class, int.class);
        try {
            return buffers.findConstructor(direct, MethodType.methodType(void.class, long.class, long.class))
                    .asType(made);
        } catch (NoSuchMethodException e) {
            return buffers.findConstructor(direct, MethodType.methodType(void.class, long.class, int.class))
                    .asType(made);
        }
    }

    /** Of a file descriptor, as the kernel knows it; -1 where it is closed. */
    int number(FileDescriptor descriptor) {
        return (int) number.get(descriptor);
    }

    FileDescriptor descriptor(FileChannel channel) {
        return (FileDescriptor) channelDescriptor.get(channel);
    }

    boolean isFile(Object channel) {
        return channelDescriptor.coordinateTypes().get(0).isInstance(channel);
    }

    void setSize(Object attributes, long bytes) {
        size.set(attributes, bytes);
    }

    Access access(Object flags) {
        boolean append = (boolean) flagAppend.get(flags);
        return new Access((boolean) flagRead.get(flags), append || (boolean) flagWrite.get(flags), append);
    }

    /** Memory that somebody else owns. */
    ByteBuffer buffer(long address, int bytes) {
        try {
            return (ByteBuffer) buffer.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A thread that is interrupted while it reads or writes a channel closes it, for all others as well. */
    void setUninterruptible(FileChannel channel) {
        try {
            uninterruptible.invokeExact(channel);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    Object map(FileChannel channel, FileChannel.MapMode mode, long bytes, int protection, boolean sync)
            throws IOException {
        try {
            return (Object) map.invokeExact(channel, mode, 0L, bytes, protection, sync);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sets the position that the kernel keeps; where that is negative only tells it. */
    long seek(FileDescriptor descriptor, long position) throws IOException {
        try {
            return (long) seek.invokeExact(descriptor, position);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long length(FileDescriptor descriptor) throws IOException {
        try {
            return (long) length.invokeExact(descriptor);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void truncate(FileDescriptor descriptor, long bytes) throws IOException {
        try {
            int ignored = (int) truncate.invokeExact(descriptor, bytes);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
