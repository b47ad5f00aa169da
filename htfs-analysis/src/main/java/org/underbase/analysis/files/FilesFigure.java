package org.underbase.analysis.files;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.paper.Paper;
import org.underbase.operator.output.SizeText;

/** Sizes and lifetimes of files (FAST '14, Figures 5 and 6; ;login: June 2014, sizes of the files created). */
public final class FilesFigure implements Figure<FilesPartial, Files> {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    @Override
    public Class<Files> resultType() {
        return Files.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.FACTS;
    }

    @Override
    public int position() {
        return 30;
    }

    @Override
    public FilesPartial start(TraceFacts trace) {
        return new FilesPartial();
    }

    @Override
    public FileVisitor file(FilesPartial sums, FileFacts file) {
        sums.add(file);
        return FileVisitor.NONE;
    }

    @Override
    public Files finish(FilesPartial whole, TraceFacts trace) {
        return new Files(sizes(whole, trace.notes().onlyNamed()), lifetimes(whole.created, trace.lastNanos()));
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of(
                "fileSizes", Set.of(Quantity.SIZES),
                "allFileSizes", Set.of(Quantity.SIZES),
                "lifetimes", Set.of(Quantity.NAMESPACE));
    }

    @Override
    public void addJson(Files files, ObjectNode json) {
        addSizes(files.sizes(), json);
        addLifetimes(files.lifetimes(), json);
    }

    @Override
    public void addCsv(Files files, CsvTables tables) {
        FileSizes sizes = files.sizes();
        CsvTables.Table created = tables.table("l4-created-sizes", "fileSizes", "bytes", "share");
        created.cdf("all", sizes.all().cdf());
        sizes.kinds()
                .forEach(of -> created.cdf(sizes.label(of.kind()), of.sizes().cdf()));
        CsvTables.Table seen = tables.table("f5-file-sizes", "allFileSizes", "quantile", "bytes");
        box("all", sizes.allSeen(), seen);
        sizes.seenKinds().forEach(of -> box(sizes.label(of.kind()), of.sizes(), seen));
        CsvTables.Table lifetimes = tables.table("f6-lifetimes", "lifetimes", "ns", "share");
        for (Lifetimes.OfClass of : files.lifetimes().classes()) {
            lifetimes.cdf(of.sizeClass().label(), of.cdf());
            lifetimes.cdf(of.sizeClass().label() + ", on disk", of.onDisk());
            lifetimes.cdf(of.sizeClass().label() + ", Kaplan-Meier", of.estimate());
        }
    }

    private static void box(String series, FileSizes.Sizes sizes, CsvTables.Table table) {
        table.row(series, "p10", sizes.p10());
        table.row(series, "p25", sizes.p25());
        table.row(series, "p50", sizes.p50());
        table.row(series, "p75", sizes.p75());
        table.row(series, "p90", sizes.p90());
        table.row(series, "mean", sizes.mean());
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("fileSizes", 40, FilesFigure::sizesCaption),
                new Chart("allFileSizes", 45, FilesFigure::allSizesCaption),
                new Chart("lifetimes", 50, FilesFigure::lifetimesCaption));
    }

    private static void addSizes(FileSizes sizes, ObjectNode json) {
        ObjectNode node = json.putObject("fileSizes");
        addKinds(sizes, sizes.all(), sizes.kinds(), node);
        ObjectNode seen = node.putObject("seen");
        addKinds(sizes, sizes.allSeen(), sizes.seenKinds(), seen);
        seen.put("unknownSize", sizes.unsized()).put("onlyRenamedOrDeleted", sizes.onlyNamed());
        ArrayNode classes = node.putArray("classes");
        for (FileSizes.OfClass of : sizes.classes()) {
            ObjectNode entry =
                    classes.addObject().put("class", of.sizeClass().label()).put("files", of.files());
            if (of.sizeClass() != SizeClass.UNKNOWN) {
                entry.put("bytes", of.bytes());
            }
        }
    }

    private static void addKinds(FileSizes labels, FileSizes.Sizes all, List<FileSizes.OfKind> kinds, ObjectNode node) {
        node.set("all", sizes(all));
        ArrayNode array = node.putArray("kinds");
        for (FileSizes.OfKind of : kinds) {
            array.add(sizes(of.sizes()).put("kind", labels.label(of.kind())));
        }
    }

    private static ObjectNode sizes(FileSizes.Sizes sizes) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("files", sizes.files())
                .put("bytes", sizes.bytes())
                .put("mean", sizes.mean())
                .put("p10", sizes.p10())
                .put("p25", sizes.p25())
                .put("p50", sizes.p50())
                .put("p75", sizes.p75())
                .put("p90", sizes.p90());
        node.set("cdf", sizes.cdf().json());
        return node;
    }

    private static void addLifetimes(Lifetimes lifetimes, ObjectNode json) {
        ObjectNode node = json.putObject("lifetimes").put("windowNanos", lifetimes.windowNanos());
        ArrayNode classes = node.putArray("classes");
        for (Lifetimes.OfClass of : lifetimes.classes()) {
            ObjectNode entry = classes.addObject()
                    .put("class", of.sizeClass().label())
                    .put("created", of.created())
                    .put("deleted", of.deleted())
                    .put("archived", of.archived())
                    .put("overwritten", of.overwritten())
                    .put("alive", of.alive())
                    .put("deletedFromDisk", of.deletedFromDisk());
            entry.set("cdf", of.cdf().json());
            entry.set("onDisk", of.onDisk().json());
            entry.set("estimate", of.estimate().json());
        }
    }

    private static String sizesCaption(Figures figures) {
        FileSizes sizes = figures.get(Files.class).sizes();
        FileSizes.Sizes all = sizes.all();
        String paper = "in the paper's traces " + SizeText.of(Paper.CREATED_P50) + " and "
                + SizeText.of(Paper.CREATED_P90) + ".";
        if (all.files() == 0) {
            return "No file of known size was created; " + paper + unsized(sizes);
        }
        return "Half of the " + Format.count(all.files()) + " files created have at most " + SizeText.of(all.p50())
                + ", nine in ten at most " + SizeText.of(all.p90()) + "; " + paper + unsized(sizes);
    }

    private static String unsized(FileSizes sizes) {
        return sizes.createdUnsized() == 0
                ? ""
                : " The sizes of " + Format.count(sizes.createdUnsized()) + " further files created are unknown.";
    }

    private static String allSizesCaption(Figures figures) {
        FileSizes sizes = figures.get(Files.class).sizes();
        FileSizes.Sizes seen = sizes.allSeen();
        String paper = "in the paper nine in ten of each family have less than " + SizeText.of(Paper.FAMILY_P90)
                + ", and logs have " + SizeText.of(Paper.LOG_MEAN) + " on average.";
        if (seen.files() == 0) {
            return "No call shows the size of a file; " + paper + leftOut(sizes);
        }
        String logs = sizes.seenKinds().stream()
                .filter(of -> of.kind().equals(FileKind.WAL))
                .findFirst()
                .map(of -> ", logs have " + SizeText.of(of.sizes().mean()) + " on average")
                .orElse("");
        return "Nine in ten of the " + Format.count(seen.files())
                + " files that calls created, opened or looked up have at most " + SizeText.of(seen.p90()) + logs + "; "
                + paper + leftOut(sizes);
    }

    private static String leftOut(FileSizes sizes) {
        return sizes.unsized() + sizes.onlyNamed() == 0
                ? ""
                : " Left out: " + Format.count(sizes.unsized()) + " accessed files of unknown size, and "
                        + Format.count(sizes.onlyNamed()) + " paths that calls only renamed or deleted.";
    }

    private static String lifetimesCaption(Figures figures) {
        Lifetimes lifetimes = figures.get(Files.class).lifetimes();
        Lifetimes.OfClass small = of(lifetimes, SizeClass.SMALL);
        Lifetimes.OfClass large = of(lifetimes, SizeClass.LARGE);
        String paper = "in the paper " + Format.roundPercent(Paper.SMALL_DEAD_IN_A_MINUTE_PERCENT)
                + " of small files live less than a minute, and " + Format.roundPercent(Paper.LARGE_DEAD_PERCENT)
                + " of large ones end within 8.3 days.";
        String unknown = unknown(figures, lifetimes) + onDisk(lifetimes);
        if (small.created() + large.created() == 0) {
            return "No small or large file was created; " + paper + unknown;
        }
        String smallFiles = small.created() == 0
                ? "No small file was created"
                : Format.roundPercent(100 * small.cdf().shareAtMost(MINUTE_NANOS))
                        + " of the small files (below 16 MiB) were deleted within a minute";
        String largeFiles = large.created() == 0
                ? "no large one (from 64 MiB) was created"
                : Format.roundPercent(100.0 * large.died() / large.created())
                        + " of the large ones (from 64 MiB) within the " + Format.nanos(lifetimes.windowNanos())
                        + " of the trace";
        return smallFiles + ", " + largeFiles + "; " + paper + unknown;
    }

    /** Returns a sentence about the files that are in none of the paper's classes. */
    private static String unknown(Figures figures, Lifetimes lifetimes) {
        long unsized = figures.get(Files.class).sizes().createdUnsized();
        if (unsized == 0) {
            return "";
        }
        long created = lifetimes.classes().stream()
                .mapToLong(Lifetimes.OfClass::created)
                .sum();
        return " The sizes of " + Format.count(unsized) + " of " + Format.count(created)
                + " files created are unknown: they are in a separate class"
                + (unsized == created
                        ? "."
                        : ", with those that ended before the fsimage was written. The lifetimes by class are too long.");
    }

    private static String onDisk(Lifetimes lifetimes) {
        long archived = lifetimes.classes().stream()
                .mapToLong(Lifetimes.OfClass::archived)
                .sum();
        long deleted = lifetimes.classes().stream()
                .mapToLong(of -> of.deletedFromDisk() - of.deleted() - of.overwritten())
                .sum();
        return archived == 0
                ? ""
                : " " + Format.count(archived) + " files were archived; " + Format.count(deleted)
                        + " of them were then deleted in the trace.";
    }

    private static Lifetimes.OfClass of(Lifetimes lifetimes, SizeClass sizeClass) {
        return lifetimes.classes().stream()
                .filter(of -> of.sizeClass() == sizeClass)
                .findFirst()
                .orElseThrow();
    }

    private static FileSizes sizes(FilesPartial whole, long onlyNamed) {
        Map<FileKind, List<Long>> created = new TreeMap<>();
        whole.created.stream()
                .filter(life -> life.sizeClass() != SizeClass.UNKNOWN)
                .forEach(life -> created.computeIfAbsent(life.kind(), kind -> new ArrayList<>())
                        .add(life.size()));
        List<FileSizes.OfClass> classes = new ArrayList<>();
        for (SizeClass sizeClass : SizeClass.values()) {
            List<FilesPartial.Life> files = ofClass(whole.created, sizeClass);
            if (isShown(sizeClass, files)) {
                classes.add(new FileSizes.OfClass(
                        sizeClass, files.size(), sizeClass == SizeClass.UNKNOWN ? 0 : bytes(files)));
            }
        }
        return new FileSizes(
                sizesOf(all(created)),
                ofKinds(created),
                classes,
                sizesOf(all(whole.sizes)),
                ofKinds(whole.sizes),
                whole.unsized,
                onlyNamed);
    }

    /** Whether a class is in the result: one for files of unknown size only if there are any. */
    private static boolean isShown(SizeClass sizeClass, List<FilesPartial.Life> files) {
        return sizeClass != SizeClass.UNKNOWN || !files.isEmpty();
    }

    private static List<Long> all(Map<FileKind, List<Long>> byKind) {
        return byKind.values().stream().flatMap(List::stream).toList();
    }

    private static List<FileSizes.OfKind> ofKinds(Map<FileKind, List<Long>> byKind) {
        List<FileSizes.OfKind> kinds = new ArrayList<>();
        byKind.forEach((kind, sizes) -> kinds.add(new FileSizes.OfKind(kind, sizesOf(sizes))));
        return kinds;
    }

    private static FileSizes.Sizes sizesOf(List<Long> sizes) {
        long[] sorted = sizes.stream().mapToLong(Long::longValue).sorted().toArray();
        return new FileSizes.Sizes(
                sorted.length,
                Arrays.stream(sorted).sum(),
                Cdf.quantile(sorted, 0.1),
                Cdf.quantile(sorted, 0.25),
                Cdf.quantile(sorted, 0.5),
                Cdf.quantile(sorted, 0.75),
                Cdf.quantile(sorted, 0.9),
                Cdf.of(sorted, sorted.length));
    }

    private static Lifetimes lifetimes(List<FilesPartial.Life> lives, long endNanos) {
        List<Lifetimes.OfClass> classes = new ArrayList<>();
        for (SizeClass sizeClass : SizeClass.values()) {
            List<FilesPartial.Life> files = ofClass(lives, sizeClass);
            if (!isShown(sizeClass, files)) {
                continue;
            }
            long[] deleted = files.stream()
                    .mapToLong(FilesPartial.Life::diskNanos)
                    .filter(nanos -> nanos != FileFacts.NEVER)
                    .sorted()
                    .toArray();
            long[] ended = nanos(files, life -> life.end() != FileFacts.End.ALIVE);
            long[] alive = nanos(files, life -> life.end() == FileFacts.End.ALIVE);
            classes.add(new Lifetimes.OfClass(
                    sizeClass,
                    files.size(),
                    ended(files, FileFacts.End.DELETED),
                    ended(files, FileFacts.End.ARCHIVED),
                    ended(files, FileFacts.End.OVERWRITTEN),
                    Cdf.of(ended, files.size()),
                    deleted.length,
                    Cdf.of(deleted, files.size()),
                    Cdf.ofCensored(ended, alive)));
        }
        long firstBorn =
                lives.stream().mapToLong(FilesPartial.Life::bornNanos).min().orElse(endNanos);
        long window = Math.max(0, endNanos - firstBorn);
        return new Lifetimes(window, classes);
    }

    private static long[] nanos(List<FilesPartial.Life> files, Predicate<FilesPartial.Life> of) {
        return files.stream()
                .filter(of)
                .mapToLong(FilesPartial.Life::lifeNanos)
                .sorted()
                .toArray();
    }

    private static List<FilesPartial.Life> ofClass(List<FilesPartial.Life> lives, SizeClass sizeClass) {
        return lives.stream().filter(life -> life.sizeClass() == sizeClass).toList();
    }

    private static long ended(List<FilesPartial.Life> files, FileFacts.End end) {
        return files.stream().filter(life -> life.end() == end).count();
    }

    private static long bytes(List<FilesPartial.Life> files) {
        return files.stream().mapToLong(FilesPartial.Life::size).sum();
    }
}
