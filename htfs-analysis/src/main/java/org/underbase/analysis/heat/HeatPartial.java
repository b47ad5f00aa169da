package org.underbase.analysis.heat;

import java.io.IOException;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;

/** Bytes of some files by how often each was read. */
public final class HeatPartial implements Partial<HeatPartial> {
    final Counts all = new Counts();
    /** The same for foreground reads of user tables alone. */
    final Counts core = new Counts();
    /** Bytes of reads whose offset is unknown. */
    long unplaced;

    HeatPartial() {}

    /** Bytes in each class, and those bytes times the number of reads of each. */
    static final class Counts {
        final long[] bytes = new long[Heat.CLASSES];
        final long[] read = new long[Heat.CLASSES];

        private void transfer(Fields fields) throws IOException {
            fields.numbers(bytes);
            fields.numbers(read);
        }

        private void add(long size, long reads) {
            if (reads > 0) {
                int at = Heat.classOf(reads);
                bytes[at] += size;
                read[at] += size * reads;
            }
        }

        private void add(Counts other) {
            for (int i = 0; i < Heat.CLASSES; i++) {
                bytes[i] += other.bytes[i];
                read[i] += other.read[i];
            }
        }
    }

    FileVisitor file() {
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                if (access.reads() && access.offset() == Access.UNPLACED) {
                    unplaced += access.length();
                }
            }

            @Override
            public void end(FileHistory history) {
                history.ranges().forEach((size, reads, coreReads, io, live) -> {
                    all.add(size, reads);
                    core.add(size, coreReads);
                });
            }
        };
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        all.transfer(fields);
        core.transfer(fields);
        unplaced = fields.number(unplaced);
    }

    @Override
    public void merge(HeatPartial later) {
        all.add(later.all);
        core.add(later.core);
        unplaced += later.unplaced;
    }
}
