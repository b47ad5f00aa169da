package org.underbase.analysis.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;

/** Created files, and the sizes of all files. Memory: about 50 bytes per file. */
public final class FilesPartial implements Partial<FilesPartial> {
    private static final Life BLANK = new Life(FileKind.OTHER, SizeClass.UNKNOWN, 0, 0, 0, FileFacts.End.ALIVE, 0);

    final List<Life> created = new ArrayList<>();
    final SortedMap<FileKind, List<Long>> sizes = new TreeMap<>();
    /** Number of files whose size is unknown. */
    long unsized;

    FilesPartial() {}

    /**
     * Created file.
     *
     * @param size size in bytes, if its class is known
     * @param bornNanos time of creation, in nanoseconds since the epoch
     * @param lifeNanos lifetime in nanoseconds; until the end of the trace if it has not ended
     * @param diskNanos time from creation to deletion, also after the file was archived; {@link FileFacts#NEVER} if it exists
     */
    record Life(
            FileKind kind,
            SizeClass sizeClass,
            long size,
            long bornNanos,
            long lifeNanos,
            FileFacts.End end,
            long diskNanos) {
        Life(FileFacts file) {
            this(
                    file.kind(),
                    file.sized() ? SizeClass.of(file.size()) : SizeClass.UNKNOWN,
                    file.size(),
                    file.createdNanos(),
                    file.endNanos() - file.createdNanos(),
                    file.end(),
                    file.deletedNanos() == FileFacts.NEVER
                            ? FileFacts.NEVER
                            : file.deletedNanos() - file.createdNanos());
        }

        private Life transfer(Fields fields) throws IOException {
            return new Life(
                    kind.transfer(fields),
                    fields.constant(sizeClass),
                    fields.number(size),
                    fields.number(bornNanos),
                    fields.number(lifeNanos),
                    fields.constant(end),
                    fields.number(diskNanos));
        }
    }

    void add(FileFacts file) {
        if (file.isCreated()) {
            created.add(new Life(file));
        }
        if (file.sized()) {
            sizes.computeIfAbsent(file.kind(), kind -> new ArrayList<>()).add(file.size());
        } else {
            unsized++;
        }
    }

    @Override
    public void merge(FilesPartial later) {
        created.addAll(later.created);
        unsized += later.unsized;
        later.sizes.forEach((kind, more) -> sizes.merge(kind, more, (mine, theirs) -> {
            mine.addAll(theirs);
            return mine;
        }));
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        unsized = fields.number(unsized);
        transfer(fields, created, BLANK, (stream, life) -> life.transfer(stream));
        fields.map(
                sizes,
                FileKind.OTHER,
                ArrayList::new,
                (stream, kind) -> kind.transfer(stream),
                FilesPartial::transferSizes);
    }

    /** Passes sizes in ascending order, each as the difference from the previous one. */
    private static List<Long> transferSizes(Fields fields, List<Long> values) throws IOException {
        values.sort(Comparator.naturalOrder());
        long[] last = {0};
        transfer(fields, values, 0L, (stream, value) -> {
            last[0] += stream.number(value - last[0]);
            return last[0];
        });
        return values;
    }

    private static <E> void transfer(Fields fields, List<E> list, E blank, Fields.Transfer<E> elements)
            throws IOException {
        long size = fields.number(list.size());
        for (int i = 0; i < size; i++) {
            if (i < list.size()) {
                list.set(i, elements.pass(fields, list.get(i)));
            } else {
                list.add(elements.pass(fields, blank));
            }
        }
    }
}
