package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.underbase.analysis.fsimage.FsImage;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;

/**
 * The files of a trace, and the file that each local id of a process meant at a time. Immutable. Memory: about 300 bytes and a
 * path per file.
 */
public final class FileCatalog implements FileKeys {
    /** Default of the largest difference between the clocks of two hosts that the catalog expects, in nanoseconds. */
    public static final long SKEW_NANOS = 2_000_000_000L;

    private static final Comparator<FileNode> ORDER = Comparator.comparing((FileNode node) -> node.namespace)
            .thenComparingLong(node -> node.inode)
            .thenComparingLong(node -> node.block)
            .thenComparing(node -> node.firstPath)
            .thenComparingLong(node -> node.firstNanos)
            .thenComparingInt(node -> node.process)
            .thenComparingLong(node -> node.position);

    private final List<FileFacts> files;
    private final List<FileNames> names = new ArrayList<>();
    private final Map<ProcessKey, Integer> processes;
    private final List<LocalKeys> keys;
    private final long firstNanos;
    private final long lastNanos;
    private final CatalogNotes notes;

    private FileCatalog(
            CatalogPartial whole,
            Replay replay,
            Map<ProcessKey, Integer> processes,
            long skew,
            boolean named,
            Optional<FsImage> image) {
        this.firstNanos = whole.firstNanos;
        this.lastNanos = whole.lastNanos;
        this.processes = processes;
        this.files = new ArrayList<>();
        replay.nodes().stream()
                .filter(node -> node.root() == node)
                .sorted(ORDER)
                .forEach(node -> {
                    files.add(node.facts(files.size(), lastNanos));
                    if (named) {
                        names.add(node.names());
                    }
                });
        this.keys = replay.processes().stream().map(Bindings::keys).toList();
        long sizes = replay.nodes().stream()
                .filter(node -> node.root() == node && node.isImageSized())
                .count();
        this.notes = new CatalogNotes(
                skews(replay.nodes(), processes, skew),
                replay.onlyNamed(),
                image.map(used -> new CatalogNotes.ImageUse(used.nanos(), sizes)));
    }

    private static List<ClockSkew> skews(List<FileNode> nodes, Map<ProcessKey, Integer> processes, long skew) {
        String[] hosts = new String[processes.size()];
        processes.forEach((process, number) -> hosts[number] = process.host());
        Map<String, ClockSkew> largest = new TreeMap<>();
        for (FileNode node : nodes) {
            if (node.root() != node) {
                continue;
            }
            if (node.usedBeforeCreation() > skew) {
                add(new ClockSkew(hosts[node.user()], hosts[node.creator()], node.usedBeforeCreation()), largest);
            }
            if (node.usedAfterEnd() > skew) {
                add(new ClockSkew(hosts[node.ender()], hosts[node.lateUser()], node.usedAfterEnd()), largest);
            }
        }
        return List.copyOf(largest.values());
    }

    private static void add(ClockSkew found, Map<String, ClockSkew> largest) {
        if (!found.behind().equals(found.ahead())) {
            largest.merge(found.behind() + "\n" + found.ahead(), found, (a, b) -> a.nanos() >= b.nanos() ? a : b);
        }
    }

    /** Creates the operator that computes the catalog of a trace. */
    public static Operator<CatalogPartial, FileCatalog> operator() {
        return operator(SKEW_NANOS);
    }

    /**
     * Creates the operator that computes the catalog of a trace.
     *
     * @param skew largest expected difference between the clocks of two hosts, in nanoseconds
     */
    public static Operator<CatalogPartial, FileCatalog> operator(long skew) {
        return operator(skew, false);
    }

    /** Creates the operator that computes the catalog of a trace with the {@link #names} of the files. */
    public static Operator<CatalogPartial, FileCatalog> withNames() {
        return operator(SKEW_NANOS, true);
    }

    private static Operator<CatalogPartial, FileCatalog> operator(long skew, boolean named) {
        return new Operator<>() {
            @Override
            public CatalogPartial start() {
                return new CatalogPartial();
            }

            @Override
            public FileCatalog finish(CatalogPartial whole) {
                return of(whole, skew, named, Optional.empty());
            }
        };
    }

    /** Creates the operator that computes the records of a catalog, for {@link #of}. */
    public static Operator<CatalogPartial, CatalogPartial> records() {
        return new Operator<>() {
            @Override
            public CatalogPartial start() {
                return new CatalogPartial();
            }

            @Override
            public CatalogPartial finish(CatalogPartial whole) {
                return whole;
            }
        };
    }

    /**
     * Creates the catalog of a trace.
     *
     * @param whole the records of the trace, which are removed
     * @param skew largest expected difference between the clocks of two hosts, in nanoseconds
     */
    public static FileCatalog of(CatalogPartial whole, long skew) {
        return of(whole, skew, false, Optional.empty());
    }

    /**
     * Creates the catalog of a trace whose source may show no sizes.
     *
     * @param whole the records of the trace, which are removed
     * @param skew largest expected difference between the clocks of two hosts, in nanoseconds
     * @param image fsimage with sizes of the files
     * @param alive called now and then while the image is read
     * @throws IOException if the image cannot be read, or the trace is of several file systems
     */
    public static FileCatalog of(CatalogPartial whole, long skew, FsImageFile image, Runnable alive)
            throws IOException {
        Set<String> namespaces = fileSystems(whole).namespaces();
        if (namespaces.size() > 1) {
            throw new IOException("cannot use the fsimage " + image + " for the files of several file systems: "
                    + String.join(", ", namespaces) + "; analyze each one separately");
        }
        Set<String> names = new HashSet<>();
        whole.processes
                .sorted()
                .values()
                .forEach(of -> of.forEach(record -> {
                    names.addAll(List.of(record.path.split("/", -1)));
                    names.addAll(List.of(record.other.split("/", -1)));
                }));
        return of(whole, skew, false, Optional.of(image.read(names::contains, alive)));
    }

    private static FileSystems fileSystems(CatalogPartial whole) {
        FileSystems fileSystems = new FileSystems();
        whole.processes.sorted().values().forEach(of -> fileSystems.learn(of.fileSystems()));
        return fileSystems;
    }

    private static FileCatalog of(CatalogPartial whole, long skew, boolean named, Optional<FsImage> image) {
        Map<ProcessKey, Integer> processes = new HashMap<>();
        FileSystems fileSystems = fileSystems(whole);
        RecordMerge records = new RecordMerge();
        whole.processes.sorted().forEach((process, of) -> {
            records.add(processes.size(), of.take());
            processes.put(process, processes.size());
        });
        Replay replay = new Replay(fileSystems, processes.size(), skew);
        Deque<FsImage> pending = new ArrayDeque<>(image.stream().toList());
        records.forEach((record, process, position) -> {
            if (!pending.isEmpty() && record.start > pending.peek().nanos()) {
                replay.add(pending.remove(), whole.lastNanos);
            }
            replay.add(record, process, position);
        });
        pending.forEach(last -> replay.add(last, whole.lastNanos));
        return new FileCatalog(whole, replay, processes, skew, named, image);
    }

    /** Returns facts about the catalog as a whole. */
    public CatalogNotes notes() {
        return notes;
    }

    /** Returns all files, by their keys. */
    public List<FileFacts> files() {
        return List.copyOf(files);
    }

    /** Returns the number of files. */
    public int size() {
        return files.size();
    }

    /** Returns a file. */
    public FileFacts file(int key) {
        return files.get(key);
    }

    /** Returns the names of a file; only if the catalog was computed {@link #withNames}. */
    public FileNames names(int key) {
        return names.get(key);
    }

    /** Returns the start of the first event in nanoseconds since the epoch; 0 without events. */
    public long firstNanos() {
        return firstNanos == Long.MAX_VALUE ? 0 : firstNanos;
    }

    /** Returns the start of the last event in nanoseconds since the epoch; 0 without events. */
    public long lastNanos() {
        return lastNanos == Long.MIN_VALUE ? 0 : lastNanos;
    }

    /** Returns all processes, ordered by their numbers, which begin at 0. */
    public List<ProcessKey> processes() {
        return processes.keySet().stream().sorted().toList();
    }

    /** Returns the keys of the files of a process. */
    public LocalKeys keys(int process) {
        return keys.get(process);
    }

    @Override
    public int process(ProcessKey process) {
        return processes.getOrDefault(process, -1);
    }

    @Override
    public LocalKeys.OfId ofId(int process, long id) {
        return process < 0 ? null : keys.get(process).get(id);
    }
}
