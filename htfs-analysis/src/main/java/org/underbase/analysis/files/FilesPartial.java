package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.operator.Partial;

/** Created files, and the sizes of all files. Memory: about 50 bytes per file. */
public final class FilesPartial implements Partial<FilesPartial> {
    final List<FileFacts> created = new ArrayList<>();
    final Map<FileKind, List<Long>> sizes = new TreeMap<>();

    FilesPartial() {}

    void add(FileFacts file) {
        if (file.isCreated()) {
            created.add(file);
        }
        if (file.sized()) {
            sizes.computeIfAbsent(file.kind(), kind -> new ArrayList<>()).add(file.size());
        }
    }

    @Override
    public void merge(FilesPartial later) {
        created.addAll(later.created);
        later.sizes.forEach((kind, more) -> sizes.merge(kind, more, (mine, theirs) -> {
            mine.addAll(theirs);
            return mine;
        }));
    }
}
