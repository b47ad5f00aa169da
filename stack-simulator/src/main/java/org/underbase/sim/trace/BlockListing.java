package org.underbase.sim.trace;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;

/**
 * Machines of the blocks in the output of {@code hdfs fsck / -files -blocks -locations}. Files of HBase are found by their
 * names, which are unique, because HBase moves files to other directories.
 */
final class BlockListing {
    private static final Pattern FILE = Pattern.compile("(/.*) \\d+ bytes, .*block\\(s\\):.*");
    private static final Pattern BLOCK = Pattern.compile("\\d+\\. .*blk_.* len=\\d+ .*\\[.*\\].*");
    private static final Pattern DATANODE = Pattern.compile("DatanodeInfoWithStorage\\[([^,\\]]+):\\d+,");

    private final Map<String, List<List<Integer>>> blocks = new HashMap<>();
    private final Map<String, Integer> machines = new HashMap<>();
    private boolean found;

    private BlockListing() {}

    /**
     * Reads a listing.
     *
     * @param file file with the output
     * @param names names of the machines, which are hosts
     * @throws IOException if it cannot be read, or names no DataNode of a machine
     */
    static BlockListing read(Path file, List<String> names) throws IOException {
        BlockListing listing = new BlockListing();
        for (int machine = 0; machine < names.size(); machine++) {
            listing.machines.put(names.get(machine), machine);
        }
        try (Stream<String> lines = Files.lines(file)) {
            List<List<Integer>> current = new ArrayList<>();
            for (String line : (Iterable<String>) lines::iterator) {
                Matcher head = FILE.matcher(line);
                if (head.matches()) {
                    current = new ArrayList<>();
                    listing.blocks.put(key(head.group(1)), current);
                } else if (BLOCK.matcher(line).matches()) {
                    current.add(listing.machinesOf(line, names));
                }
            }
        }
        if (!listing.found) {
            throw new UnusableTraceException(file + " lists no block on " + String.join(", ", names)
                    + ": it must contain the output of hdfs fsck / -files -blocks -locations");
        }
        return listing;
    }

    private List<Integer> machinesOf(String line, List<String> names) {
        List<Integer> replicas = new ArrayList<>();
        Matcher datanode = DATANODE.matcher(line);
        while (datanode.find()) {
            int machine = machines.computeIfAbsent(datanode.group(1), address -> resolve(address, names));
            if (machine != Machines.NONE && !replicas.contains(machine)) {
                replicas.add(machine);
                found = true;
            }
        }
        return replicas;
    }

    private static int resolve(String address, List<String> names) {
        for (int machine = 0; machine < names.size(); machine++) {
            if (addresses(names.get(machine)).contains(address)) {
                return machine;
            }
        }
        return Machines.NONE;
    }

    private static List<String> addresses(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name))
                    .map(InetAddress::getHostAddress)
                    .toList();
        } catch (UnknownHostException e) {
            // Only the cluster knows the name.
            return List.of();
        }
    }

    private static String key(String path) {
        return FileKind.of(path).type() == FileKind.Type.OTHER ? path : path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the machines of a block; none if it is not listed, or has no replica on a machine. */
    List<Integer> machines(FileFacts file, int block) {
        List<List<Integer>> listed = blocks.getOrDefault(key(file.path()), List.of());
        return block < listed.size() ? listed.get(block) : List.of();
    }
}
