package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;

/**
 * Sizes and lifetimes of files. Who created, renamed or deleted a file need not be the same process (HBase's master
 * deletes and renames the logs of its RegionServers): at the end, the renames and deletes of all processes are replayed
 * together in the order of time, by path.
 */
public final class FilesOperator implements Operator<FilesPartial, Files> {
    private static final Comparator<FileLife> ORDER = Comparator.comparingLong(FileLife::bornNanos)
            .thenComparing(FileLife::kind)
            .thenComparingLong(FileLife::size)
            .thenComparingLong(FileLife::lifeNanos)
            .thenComparing(FileLife::end);

    @Override
    public FilesPartial start() {
        return new FilesPartial();
    }

    @Override
    public Files finish(FilesPartial whole) {
        List<FileLife> lives = replay(whole);
        lives.sort(ORDER);
        return new Files(sizes(lives), lifetimes(lives, whole.endNanos));
    }

    private static List<FileLife> replay(FilesPartial whole) {
        List<NamespaceChange> changes = new ArrayList<>();
        Map<ProcessKey, FilesPartial.Files> processes = whole.files.sorted();
        processes.forEach((process, files) -> {
            files.byId.forEach((id, file) -> {
                if (file.isCreated()) {
                    changes.add(new NamespaceChange(
                            file.createdNanos(), NamespaceChange.Type.CREATE, process, file.path(), "", id));
                }
            });
            files.changes.forEach(
                    c -> changes.add(new NamespaceChange(c.atNanos(), c.type(), process, c.path(), c.target(), -1)));
        });
        changes.sort(NamespaceChange.ORDER);
        Namespace namespace = new Namespace();
        for (NamespaceChange change : changes) {
            switch (change.type()) {
                case CREATE ->
                    namespace.create(processes.get(change.process()).byId.get(change.fileId()));
                case RENAME -> namespace.rename(change.path(), change.target(), change.atNanos());
                case DELETE -> namespace.delete(change.path(), change.atNanos());
            }
        }
        return namespace.finish(whole.endNanos);
    }

    private static FileSizes sizes(List<FileLife> lives) {
        Map<FileKind, List<FileLife>> byKind = new TreeMap<>();
        lives.forEach(life ->
                byKind.computeIfAbsent(life.kind(), kind -> new ArrayList<>()).add(life));
        List<FileSizes.OfKind> kinds = new ArrayList<>();
        byKind.forEach((kind, files) -> kinds.add(new FileSizes.OfKind(kind, sizesOf(files))));
        List<FileSizes.OfClass> classes = new ArrayList<>();
        for (SizeClass sizeClass : SizeClass.values()) {
            List<FileLife> files = ofClass(lives, sizeClass);
            classes.add(new FileSizes.OfClass(sizeClass, files.size(), bytes(files)));
        }
        return new FileSizes(sizesOf(lives), kinds, classes);
    }

    private static FileSizes.Sizes sizesOf(List<FileLife> files) {
        long[] sorted = files.stream().mapToLong(FileLife::size).sorted().toArray();
        return new FileSizes.Sizes(
                files.size(),
                bytes(files),
                Cdf.quantile(sorted, 0.1),
                Cdf.quantile(sorted, 0.5),
                Cdf.quantile(sorted, 0.9),
                Cdf.of(sorted, sorted.length));
    }

    private static Lifetimes lifetimes(List<FileLife> lives, long endNanos) {
        List<Lifetimes.OfClass> classes = new ArrayList<>();
        for (SizeClass sizeClass : SizeClass.values()) {
            List<FileLife> files = ofClass(lives, sizeClass);
            long[] ended = files.stream()
                    .filter(life -> life.end() != FileLife.End.ALIVE)
                    .mapToLong(FileLife::lifeNanos)
                    .sorted()
                    .toArray();
            classes.add(new Lifetimes.OfClass(
                    sizeClass,
                    files.size(),
                    ended(files, FileLife.End.DELETED),
                    ended(files, FileLife.End.ARCHIVED),
                    ended(files, FileLife.End.OVERWRITTEN),
                    Cdf.of(ended, files.size())));
        }
        long window = lives.isEmpty() ? 0 : Math.max(0, endNanos - lives.get(0).bornNanos());
        return new Lifetimes(window, classes);
    }

    private static List<FileLife> ofClass(List<FileLife> lives, SizeClass sizeClass) {
        return lives.stream()
                .filter(life -> SizeClass.of(life.size()) == sizeClass)
                .toList();
    }

    private static long ended(List<FileLife> files, FileLife.End end) {
        return files.stream().filter(life -> life.end() == end).count();
    }

    private static long bytes(List<FileLife> files) {
        return files.stream().mapToLong(FileLife::size).sum();
    }
}
