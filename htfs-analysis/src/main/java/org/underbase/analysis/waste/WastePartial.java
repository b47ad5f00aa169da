package org.underbase.analysis.waste;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.ByteRanges;
import org.underbase.analysis.access.CompactionInput;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Activity;

/** Use of the output of compactions, by kind of file. */
public final class WastePartial implements Partial<WastePartial> {
    private final SortedMap<FileKind, Uses> kinds = new TreeMap<>();

    private final boolean withSystem;

    /** @param withSystem whether the files of HBase's own tables count */
    WastePartial(boolean withSystem) {
        this.withSystem = withSystem;
    }

    private static final class Uses {
        private CompactionWaste.Use ended = CompactionWaste.Use.NONE;
        private CompactionWaste.Use existing = CompactionWaste.Use.NONE;

        private Uses transfer(Fields fields) throws IOException {
            ended = ended.transfer(fields);
            existing = existing.transfer(fields);
            return this;
        }

        private void add(Uses other) {
            ended = ended.plus(other.ended);
            existing = existing.plus(other.existing);
        }
    }

    FileVisitor file(FileFacts file) {
        return file.isCreated()
                        && file.kind().type() == FileKind.Type.STORE
                        && (withSystem || !file.kind().isSystem())
                ? new Output(file)
                : FileVisitor.NONE;
    }

    /** File that a compaction may have created: its first write shows that. */
    private final class Output implements FileVisitor {
        private final FileFacts file;
        private final ByteRanges written = new ByteRanges();
        private final ByteRanges requested = new ByteRanges();
        private final ByteRanges compacted = new ByteRanges();
        private boolean created;
        private boolean compacts;
        private final CompactionInput input;

        private Output(FileFacts file) {
            this.file = file;
            this.input = new CompactionInput(file.size());
        }

        @Override
        public void access(Access access, FileHistory before) {
            long from = access.offset();
            if (from < 0) {
                return;
            }
            if (access.writes()) {
                compacts = created ? compacts : access.activity() == Activity.COMPACTION;
                created = true;
                if (compacts) {
                    input.write(access);
                    written.add(from, from + access.length());
                }
            } else if (compacts && access.reads() && access.startNanos() <= file.endNanos()) {
                read(access, from);
            }
        }

        private void read(Access access, long from) {
            if (access.core()) {
                requested.add(from, from + access.length());
            } else if (access.activity() == Activity.COMPACTION && input.read(access)) {
                compacted.add(from, from + access.length());
            }
        }

        @Override
        public void end(FileHistory history) {
            if (!compacts) {
                return;
            }
            long byRequests = written.common(requested);
            compacted.add(requested);
            long byAny = written.common(compacted);
            CompactionWaste.Use use =
                    new CompactionWaste.Use(1, byRequests, byAny - byRequests, written.size() - byAny);
            Uses uses = new Uses();
            if (file.isAlive()) {
                uses.existing = use;
            } else {
                uses.ended = use;
            }
            add(file.kind(), uses);
        }
    }

    private void add(FileKind kind, Uses uses) {
        kinds.computeIfAbsent(kind, key -> new Uses()).add(uses);
    }

    CompactionWaste finish() {
        List<CompactionWaste.OfType> types = new ArrayList<>();
        kinds.forEach((kind, uses) ->
                types.add(new CompactionWaste.OfType(kind.label(kinds.keySet()), uses.ended, uses.existing)));
        return new CompactionWaste(types);
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        fields.map(
                kinds,
                FileKind.OTHER,
                Uses::new,
                (stream, kind) -> kind.transfer(stream),
                (stream, uses) -> uses.transfer(stream));
    }

    @Override
    public void merge(WastePartial later) {
        later.kinds.forEach(this::add);
    }
}
