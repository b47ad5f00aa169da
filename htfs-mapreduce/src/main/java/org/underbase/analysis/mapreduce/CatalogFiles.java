package org.underbase.analysis.mapreduce;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.analysis.catalog.CatalogNotes;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;
import org.underbase.analysis.operator.ProcessKey;

/**
 * Files of the catalog in the output of the first job: the facts of all files by their keys; the local keys of each process;
 * and an index, which a task reads completely.
 */
final class CatalogFiles {
    // Hadoop's readers of a job's output skip names that begin like this.
    private static final String INDEX = "_catalog-index";
    private static final String FACTS = "_catalog-files";
    private static final String KEYS = "_catalog-keys";

    private final Configuration conf;
    private final Path directory;

    CatalogFiles(Configuration conf, Path directory) {
        this.conf = conf;
        this.directory = directory;
    }

    /**
     * Process in the index.
     *
     * @param position position of its keys, in bytes
     */
    record StoredProcess(ProcessKey key, long position) {}

    /** Index of a catalog; the number of a process is its position in the list. */
    record Index(long firstNanos, long lastNanos, CatalogNotes notes, int files, List<StoredProcess> processes) {
        /** The index of a trace whose files no figure needs. */
        static final Index NONE = new Index(0, 0, CatalogNotes.NONE, 0, List.of());
    }

    void write(FileCatalog catalog) throws IOException {
        FileSystem fs = directory.getFileSystem(conf);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(fs.create(file(FACTS))))) {
            FieldOutput fields = new FieldOutput(out);
            for (FileFacts facts : catalog.files()) {
                facts.transfer(fields);
            }
        }
        List<ProcessKey> processes = catalog.processes();
        try (FSDataOutputStream keys = fs.create(file(KEYS));
                FSDataOutputStream index = fs.create(file(INDEX))) {
            FieldOutput fields = new FieldOutput(index);
            fields.number(catalog.firstNanos());
            fields.number(catalog.lastNanos());
            catalog.notes().transfer(fields);
            fields.number(catalog.size());
            fields.number(processes.size());
            for (int i = 0; i < processes.size(); i++) {
                fields.text(processes.get(i).host());
                fields.text(processes.get(i).process());
                fields.number(keys.getPos());
                catalog.keys(i).transfer(new FieldOutput(keys));
            }
        }
    }

    Index index() throws IOException {
        try (DataInputStream in = open(INDEX, 0)) {
            FieldInput fields = new FieldInput(in);
            long first = fields.number(0);
            long last = fields.number(0);
            CatalogNotes notes = CatalogNotes.NONE.transfer(fields);
            int files = (int) fields.number(0);
            List<StoredProcess> processes = new ArrayList<>();
            for (long left = fields.number(0); left > 0; left--) {
                ProcessKey key = new ProcessKey(fields.text(""), fields.text(""));
                processes.add(new StoredProcess(key, fields.number(0)));
            }
            return new Index(first, last, notes, files, processes);
        }
    }

    /** Opens the facts of all files, in the order of their keys. */
    DataInputStream facts() throws IOException {
        return open(FACTS, 0);
    }

    /** Opens the keys of a process. */
    DataInputStream keys(StoredProcess process) throws IOException {
        return open(KEYS, process.position());
    }

    private DataInputStream open(String name, long position) throws IOException {
        var in = directory.getFileSystem(conf).open(file(name));
        in.seek(position);
        return new DataInputStream(new BufferedInputStream(in));
    }

    private Path file(String name) {
        return new Path(directory, name);
    }
}
