package org.underbase.exalt.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.underbase.exalt.runtime.Hooked;

/**
 * Table of the hooked methods of each JDK: open, read, write, close and length of files, and connect, read and write of sockets. Every
 * hook is required: an unhooked method would read the compressed form or write into it.
 */
final class HookTable {
    static final int OLDEST = 17;

    private static final String FD = "java.io.FileDescriptor";
    private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";
    private static final String OPENER = "sun.nio.fs.UnixChannelFactory";
    private static final String FLAGS = "sun.nio.fs.UnixChannelFactory.Flags";
    private static final String SOCKETS = "sun.nio.ch.SocketDispatcher";
    private static final String PATH = "sun.nio.fs.UnixPath";
    private static final String ATTRIBUTES = "sun.nio.fs.UnixFileAttributes";
    private static final int JAVA_21 = 21;
    private static final int JAVA_25 = 25;

    private final int feature;
    private final String dispatcher;
    private final List<Hook> hooks = new ArrayList<>();

    private HookTable(int feature, String dispatcher) {
        this.feature = feature;
        this.dispatcher = dispatcher;
    }

    /**
     * Creates the table for a JDK.
     *
     * @param feature feature release, such as 17
     * @param dispatcher name of the class that reads and writes files for all channels
     * @param network whether to hook sockets, too
     * @return the hooks
     * @throws AgentStartupException if the release is older than 17
     */
    static List<Hook> of(int feature, String dispatcher, boolean network) throws AgentStartupException {
        if (feature < OLDEST) {
            throw new AgentStartupException("unsupported Java " + feature + ": use Java 17, 21 or 25");
        }
        HookTable table = new HookTable(feature, dispatcher);
        try {
            table.streams();
        } catch (NoSuchMethodException e) {
            throw new AgentStartupException("incomplete exalt-agent.jar: " + e.getMessage(), e);
        }
        table.channels();
        table.paths();
        table.children();
        table.space();
        table.natives();
        if (network) {
            table.sockets();
        }
        return List.copyOf(table.hooks);
    }

    private void add(String type, String method, Class<?> advice, String... parameters) {
        hooks.add(new Hook(type, method, List.of(parameters), null, advice, null));
    }

    /** Adds a hook of a method whose object has the descriptor in a field. */
    private void byField(String type, String method, Class<?> advice, String... parameters) {
        hooks.add(new Hook(type, method, List.of(parameters), DescriptorAdvice.ByField.class, advice, null));
    }

    /** Adds a hook of a dispatcher's method, whose first argument is the descriptor. */
    private void dispatched(String method, Class<?> advice, String... parameters) {
        List<String> all = new ArrayList<>(List.of(FD));
        all.addAll(List.of(parameters));
        hooks.add(new Hook(dispatcher, method, all, DescriptorAdvice.ByArgument.class, advice, null));
    }

    private void streams() throws NoSuchMethodException {
        String input = FileInputStream.class.getName();
        add(input, "<init>", OpenAdvice.Input.class, File.class.getName());
        reads(input);
        byField(input, "skip", StreamAdvice.Skip.class, "long");
        byField(input, "available", StreamAdvice.Available.class);
        byField(input, "length", StreamAdvice.Length.class);
        byField(input, "position", StreamAdvice.Position.class);
        String output = FileOutputStream.class.getName();
        add(output, "<init>", OpenAdvice.Output.class, File.class.getName(), "boolean");
        writes(output);
        String random = RandomAccessFile.class.getName();
        add(random, "<init>", OpenAdvice.Random.class, File.class.getName(), "java.lang.String", "boolean");
        reads(random);
        writes(random);
        byField(random, "seek", StreamAdvice.Seek.class, "long");
        maybeNative("getFilePointer", StreamAdvice.Position.class, "position");
        maybeNative("length", StreamAdvice.Length.class, "length");
        maybeNative("setLength", StreamAdvice.SetLength.class, "setLength", long.class);
        add(FD, "close", OpenAdvice.Close.class);
    }

    private void reads(String type) {
        byField(type, "read", StreamAdvice.ReadOne.class);
        byField(type, "read", StreamAdvice.ReadAll.class, "byte[]");
        byField(type, "read", StreamAdvice.Read.class, "byte[]", "int", "int");
    }

    private void writes(String type) {
        byField(type, "write", StreamAdvice.WriteOne.class, "int");
        byField(type, "write", StreamAdvice.WriteAll.class, "byte[]");
        byField(type, "write", StreamAdvice.Write.class, "byte[]", "int", "int");
    }

    /** Adds a hook of a random-access file's method that is native in some JDKs. */
    private void maybeNative(String method, Class<?> advice, String body, Class<?>... parameters)
            throws NoSuchMethodException {
        List<Class<?>> all = new ArrayList<>(List.of(RandomAccessFile.class));
        all.addAll(List.of(parameters));
        Method replacement = Hooked.class.getMethod(body, all.toArray(Class<?>[]::new));
        List<String> names = List.of(parameters).stream().map(Class::getName).toList();
        hooks.add(new Hook(
                RandomAccessFile.class.getName(), method, names, DescriptorAdvice.ByField.class, advice, replacement));
    }

    private void channels() {
        if (feature < JAVA_25) {
            add(OPENER, "open", OpenAdvice.Channel.class, "int", PATH, "java.lang.String", FLAGS, "int");
        } else {
            add(OPENER, "open", OpenAdvice.ChannelWithoutPath.class, "int", PATH, FLAGS, "int");
        }
        dispatched("read", DispatcherAdvice.Read.class, "long", "int");
        dispatched("pread", DispatcherAdvice.ReadAt.class, "long", "int", "long");
        dispatched("readv", DispatcherAdvice.ReadVector.class, "long", "int");
        dispatched("write", DispatcherAdvice.Write.class, "long", "int");
        dispatched("pwrite", DispatcherAdvice.WriteAt.class, "long", "int", "long");
        dispatched("writev", DispatcherAdvice.WriteVector.class, "long", "int");
        dispatched("seek", DispatcherAdvice.Seek.class, "long");
        dispatched("truncate", DispatcherAdvice.Truncate.class, "long");
        dispatched("size", DispatcherAdvice.Size.class);
        if (feature >= JAVA_25) {
            dispatched("available", DispatcherAdvice.Available.class);
        }
        String target = "java.nio.channels.WritableByteChannel";
        String source = "java.nio.channels.ReadableByteChannel";
        add(CHANNEL, "transferTo", ChannelAdvice.TransferTo.class, "long", "long", target);
        add(CHANNEL, "transferFrom", ChannelAdvice.TransferFrom.class, source, "long", "long");
        String mode = "java.nio.channels.FileChannel.MapMode";
        byField(CHANNEL, "mapInternal", ChannelAdvice.Map.class, mode, "long", "long", "int", "boolean");
    }

    private void paths() {
        add(File.class.getName(), "length", PathAdvice.Length.class);
        add(ATTRIBUTES, "get", PathAdvice.Attributes.class, PATH, "boolean");
        if (feature >= JAVA_21) {
            add(ATTRIBUTES, "getIfExists", PathAdvice.Attributes.class, PATH);
        }
        // Before JDK 21, UnixCopyFile moved and copied.
        String mover = feature < JAVA_21 ? "sun.nio.fs.UnixCopyFile" : "sun.nio.fs.UnixFileSystem";
        String options = "java.nio.file.CopyOption[]";
        add(mover, "move", CopyOutAdvice.Move.class, PATH, PATH, options);
        add(mover, "copy", CopyOutAdvice.Copy.class, PATH, PATH, options);
        add("java.io.UnixFileSystem", "rename", CopyOutAdvice.Rename.class, File.class.getName(), File.class.getName());
    }

    private void children() {
        add(
                "java.lang.ProcessImpl",
                "start",
                CopyOutAdvice.Child.class,
                "java.lang.String[]",
                "java.util.Map",
                "java.lang.String",
                "java.lang.ProcessBuilder.Redirect[]",
                "boolean");
    }

    private void space() {
        add(File.class.getName(), "getTotalSpace", SpaceAdvice.Total.class);
        add(File.class.getName(), "getFreeSpace", SpaceAdvice.Free.class);
        add(File.class.getName(), "getUsableSpace", SpaceAdvice.Free.class);
        String store = "sun.nio.fs.UnixFileStore";
        add(store, "getTotalSpace", SpaceAdvice.TotalOfStore.class);
        add(store, "getUnallocatedSpace", SpaceAdvice.FreeOfStore.class);
        add(store, "getUsableSpace", SpaceAdvice.FreeOfStore.class);
    }

    private void natives() {
        String runtime = Runtime.class.getName();
        add(runtime, "load0", NativeAdvice.class, "java.lang.Class", "java.lang.String");
        add(runtime, "loadLibrary0", NativeAdvice.class, "java.lang.Class", "java.lang.String");
        add(
                "jdk.internal.loader.NativeLibraries",
                "loadLibrary",
                CopyOutAdvice.Library.class,
                "java.lang.Class",
                File.class.getName());
    }

    /** Adds a hook of a socket dispatcher's method, whose first argument is the descriptor. */
    private void socket(String method, Class<?> advice, String... parameters) {
        List<String> all = new ArrayList<>(List.of(FD));
        all.addAll(List.of(parameters));
        hooks.add(new Hook(SOCKETS, method, all, SocketAdvice.Found.class, advice, null));
    }

    private void sockets() {
        socket("read", SocketAdvice.Read.class, "long", "int");
        socket("readv", SocketAdvice.ReadVector.class, "long", "int");
        socket("write", SocketAdvice.Write.class, "long", "int");
        socket("writev", SocketAdvice.WriteVector.class, "long", "int");
        add(feature < JAVA_25 ? SOCKETS : "sun.nio.ch.UnixDispatcher", "close", SocketAdvice.Close.class, FD);
        String address = InetAddress.class.getName();
        add("sun.nio.ch.Net", "connect", SocketAdvice.Connect.class, "java.net.ProtocolFamily", FD, address, "int");
        String local = SocketAddress.class.getName();
        add("sun.nio.ch.ServerSocketChannelImpl", "bind", SocketAdvice.Bind.class, local, "int");
        add("sun.nio.ch.NioSocketImpl", "listen", SocketAdvice.Listen.class, "int");
        add("sun.nio.ch.NioSocketImpl", "available", SocketAdvice.Available.class);
    }
}
