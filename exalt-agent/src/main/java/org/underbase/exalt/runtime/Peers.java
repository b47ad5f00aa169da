package org.underbase.exalt.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Registry of listening sockets of emulated processes, in a shared directory. A file per address and port names the process, which holds a
 * lock on its own file while it runs. The kernel releases the lock however the process exits, so entries of dead processes are ignored.
 * Loopback and wildcard addresses are separate for each machine and network namespace. Thread-safe.
 */
final class Peers {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NETWORK = Path.of("/proc/self/ns/net");
    private static final String PROCESS = "process-";
    private static final int ID = 36;
    /** Pattern of process names; an entry with other content is corrupt and ignored. */
    private static final Pattern NAME = Pattern.compile(PROCESS + "[0-9a-f-]{" + ID + "}");

    private final Internals internals;
    private final Path directory;
    private final String own;
    private final String machine;
    /** Lock that is held while this process runs. */
    private final FileLock lock;

    private final Set<Path> listening = ConcurrentHashMap.newKeySet();

    Peers(Internals internals, Path directory) throws IOException {
        this.internals = internals;
        this.directory = Files.createDirectories(directory);
        machine = "local-" + Files.readString(BOOT).strip() + "-"
                + Files.readSymbolicLink(NETWORK).toString().replaceAll("[^0-9]", "");
        own = PROCESS + UUID.randomUUID();
        FileChannel channel =
                FileChannel.open(directory.resolve(own), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock = channel.lock();
    }

    /** Returns the files of an address and port. */
    private Path entry(InetAddress address, int port) {
        String host = address.getHostAddress();
        int zone = host.indexOf('%');
        String name = (zone < 0 ? host : host.substring(0, zone)) + "_" + port;
        return address.isLoopbackAddress() ? directory.resolve(machine).resolve(name) : directory.resolve(name);
    }

    private List<Path> entries(InetSocketAddress local) throws IOException {
        if (!local.getAddress().isAnyLocalAddress()) {
            return List.of(entry(local.getAddress(), local.getPort()));
        }
        List<Path> all = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            each.inetAddresses().forEach(address -> all.add(entry(address, local.getPort())));
        }
        return all;
    }

    void listening(InetSocketAddress local) throws IOException {
        boolean entered = ReentrancyGuard.enter();
        try {
            for (Path entry : entries(local)) {
                Files.createDirectories(entry.getParent());
                Path written = Files.writeString(directory.resolve(own + "-" + UUID.randomUUID()), own);
                listening.add(entry);
                Files.move(written, entry, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }

    void closed(InetSocketAddress local) throws IOException {
        boolean entered = ReentrancyGuard.enter();
        try {
            for (Path entry : entries(local)) {
                // Another process may own the port by now.
                if (listening.remove(entry) && own.equals(process(entry))) {
                    Files.deleteIfExists(entry);
                }
            }
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }

    /** Returns whether an emulated process listens at an address and port. */
    boolean isEmulated(InetAddress address, int port) throws IOException {
        boolean entered = ReentrancyGuard.enter();
        try {
            InetAddress reached = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
            Path entry = entry(reached, port);
            if (listening.contains(entry)) {
                return true;
            }
            String process = process(entry);
            if (process.equals(own) || process.isEmpty()) {
                return false;
            }
            // Keep the entry: another process may be about to overwrite it.
            return lives(directory.resolve(process));
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }

    /** Reads the process that an entry names; empty if the entry is missing or corrupt. */
    private static String process(Path entry) throws IOException {
        if (!Files.isRegularFile(entry)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(entry)) {
            // Reads one byte more than a valid entry has, to detect longer entries.
            String name = new String(in.readNBytes(PROCESS.length() + ID + 1), StandardCharsets.ISO_8859_1);
            return NAME.matcher(name).matches() ? name : "";
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /**
     * Tests with a shared lock, so that several processes may test concurrently without appearing as the owner. Synchronized, because Java
     * rejects a second lock of the same file in a JVM.
     */
    private synchronized boolean lives(Path process) throws IOException {
        try (FileChannel channel = FileChannel.open(process, StandardOpenOption.READ)) {
            internals.setUninterruptible(channel);
            try (FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
                if (free == null) {
                    return true;
                }
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        Files.deleteIfExists(process);
        return false;
    }

    /** Deletes the entries of this process. */
    void leave() throws IOException {
        boolean entered = ReentrancyGuard.enter();
        try {
            for (Path entry : listening) {
                if (own.equals(process(entry))) {
                    Files.deleteIfExists(entry);
                }
            }
            Files.deleteIfExists(directory.resolve(own));
            lock.acquiredBy().close();
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }
}
