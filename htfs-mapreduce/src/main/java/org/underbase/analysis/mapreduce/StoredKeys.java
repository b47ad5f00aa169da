package org.underbase.analysis.mapreduce;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.underbase.analysis.catalog.FileKeys;
import org.underbase.analysis.catalog.LocalKeys;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.ProcessKey;

/** Keys of the files of those processes whose events a task reads. */
final class StoredKeys implements FileKeys {
    private final CatalogFiles catalog;
    private final CatalogFiles.Index index;
    private final Map<ProcessKey, Integer> processes = new HashMap<>();
    private final Map<Integer, LocalKeys> loaded = new HashMap<>();

    StoredKeys(CatalogFiles catalog, CatalogFiles.Index index) {
        this.catalog = catalog;
        this.index = index;
        index.processes().forEach(process -> processes.put(process.key(), processes.size()));
    }

    @Override
    public int process(ProcessKey process) {
        return processes.getOrDefault(process, -1);
    }

    @Override
    public LocalKeys.OfId ofId(int process, long id) {
        return process < 0 ? null : loaded.computeIfAbsent(process, this::load).get(id);
    }

    private LocalKeys load(int process) {
        try (DataInputStream in = catalog.keys(index.processes().get(process))) {
            return new LocalKeys().transfer(new FieldInput(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
