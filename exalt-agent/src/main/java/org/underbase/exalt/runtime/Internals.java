package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Internal members of the JDK that the agent calls; all are looked up at startup. */
final class Internals {
    private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";
    private static final String SOCKETS = "sun.nio.ch.SocketDispatcher";
    private static final int SCRATCH = 64;
    /** Maximum size of a read through a heap buffer, in bytes. */
    private static final ThreadLocal<ByteBuffer> BETWEEN =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SCRATCH));

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
    private final VarHandle address;
    private final VarHandle socket;
    private final MethodHandle receive;
    private final MethodHandle send;
    private final MethodHandle localAddress;

    /**
     * Looks up all members.
     *
     * @throws ReflectiveOperationException if this JDK lacks a member; the message names it
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
        address = in(here, Buffer.class).findVarHandle(Buffer.class, "address", long.class);
        Class<?> sockets = Class.forName(SOCKETS);
        MethodType transfer = MethodType.methodType(int.class, FileDescriptor.class, long.class, int.class);
        receive = in(here, sockets).findStatic(sockets, "read0", transfer);
        send = send(here, sockets, transfer);
        Class<?> channelOfSocket = Class.forName("sun.nio.ch.SocketChannelImpl");
        socket = in(here, channelOfSocket).findVarHandle(channelOfSocket, "fd", FileDescriptor.class);
        Class<?> net = Class.forName("sun.nio.ch.Net");
        localAddress = in(here, net)
                .findStatic(net, "localAddress", MethodType.methodType(InetSocketAddress.class, FileDescriptor.class));
    }

    /** Before JDK 21, the dispatcher of files also served sockets. */
    private static MethodHandle send(MethodHandles.Lookup here, Class<?> sockets, MethodType type)
            throws ReflectiveOperationException {
        try {
            return in(here, sockets).findStatic(sockets, "write0", type);
        } catch (NoSuchMethodException e) {
            Class<?> files = dispatcher();
            return in(here, files).findStatic(files, "write0", type);
        }
    }

    private static MethodHandles.Lookup in(MethodHandles.Lookup here, Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, here);
    }

    /** Finds the class whose methods read and write files for all channels; it was renamed in JDK 21. */
    static Class<?> dispatcher() throws ClassNotFoundException {
        try {
            return Class.forName("sun.nio.ch.UnixFileDispatcherImpl");
        } catch (ClassNotFoundException e) {
            return Class.forName("sun.nio.ch.FileDispatcherImpl");
        }
    }

    /** Finds the constructor that native code uses for buffers. */
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

    /** Returns the kernel's number of a descriptor; -1 if it is closed. */
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

    /** Wraps memory that other code owns. */
    ByteBuffer buffer(long address, int bytes) {
        try {
            return (ByteBuffer) buffer.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Marks a channel as uninterruptible: an interrupted thread would close the channel for all threads. */
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

    /** Sets the kernel's position unless it is negative, and returns it. */
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

    FileDescriptor socket(Object channel) {
        return (FileDescriptor) socket.get(channel);
    }

    InetSocketAddress localAddress(FileDescriptor descriptor) throws IOException {
        try {
            return (InetSocketAddress) localAddress.invokeExact(descriptor);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Reads from a socket in the kernel; returns the result and advances the buffer's position. */
    int receive(FileDescriptor descriptor, ByteBuffer into) throws IOException {
        if (into.isDirect()) {
            return transfer(receive, descriptor, into);
        }
        ByteBuffer between = BETWEEN.get().clear().limit(Math.min(SCRATCH, into.remaining()));
        int count = transfer(receive, descriptor, between);
        into.put(between.flip());
        return count;
    }

    /** Writes a direct buffer to a socket in the kernel; returns the result and advances the buffer's position. */
    int send(FileDescriptor descriptor, ByteBuffer from) throws IOException {
        return transfer(send, descriptor, from);
    }

    private int transfer(MethodHandle native0, FileDescriptor descriptor, ByteBuffer bytes) throws IOException {
        long at = (long) address.get(bytes) + bytes.position();
        try {
            int count = (int) native0.invokeExact(descriptor, at, bytes.remaining());
            if (count > 0) {
                bytes.position(bytes.position() + count);
            }
            return count;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        } finally {
            Reference.reachabilityFence(bytes);
        }
    }

    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
