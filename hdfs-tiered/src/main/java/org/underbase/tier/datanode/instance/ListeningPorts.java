package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Listening TCP ports of a process, from /proc: its sockets, and the states of the sockets of its network namespace.
 */
final class ListeningPorts {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    /** TCP_LISTEN of include/net/tcp_states.h. */
    private static final String LISTENING = "0A";

    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningPorts() {}

    /**
     * Returns the ports; empty if the process has exited. The sockets of another user's process are not readable; the
     * result contains the ports of all processes of its network namespace then.
     */
    static SortedSet<Integer> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        SortedSet<Integer> ports = new TreeSet<>();
        try {
            Optional<Set<String>> sockets = sockets(process);
            for (String table : new String[] {"tcp", "tcp6"}) {
                Path file = process.resolve("net").resolve(table);
                if (Files.exists(file)) {
                    addListening(file, sockets, ports);
                }
            }
            return ports;
        } catch (IOException e) {
            return new TreeSet<>();
        }
    }

    private static void addListening(Path table, Optional<Set<String>> sockets, SortedSet<Integer> ports)
            throws IOException {
        // The first line contains the column names.
        for (String line : Files.readAllLines(table).stream().skip(1).toList()) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > INODE
                    && columns[STATE].equals(LISTENING)
                    && sockets.map(all -> all.contains(columns[INODE])).orElse(true)) {
                String local = columns[LOCAL_ADDRESS];
                ports.add(Integer.parseInt(local.substring(local.lastIndexOf(':') + 1), 16));
            }
        }
    }

    /** Returns the inodes of a process's sockets; empty if they are not readable. */
    private static Optional<Set<String>> sockets(Path process) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                Matcher socket = SOCKET.matcher(target(descriptor));
                if (socket.matches()) {
                    inodes.add(socket.group(1));
                }
            }
            return Optional.of(inodes);
        } catch (AccessDeniedException e) {
            return Optional.empty();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            // Closed after the directory was read.
            return "";
        }
    }
}
