package org.underbase.analysis.touched;

import java.io.IOException;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.access.RangeHistory;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;

/** Data of the live files among some files that I/O touched. */
public final class TouchedPartial implements Partial<TouchedPartial> {
    private static final int CORE = RangeHistory.CORE_READ | RangeHistory.CORE_WRITE;
    private static final int EVERY_IO = RangeHistory.READ | RangeHistory.WRITE;

    private final int defaultReplication;
    /** Data that core I/O touched, by core I/O. */
    Touched core = Touched.NONE;
    /** Data that any I/O touched. */
    Touched hdfs = Touched.NONE;

    private final boolean allReplicas;
    /** The same data on disks: all replicas of what was written, one of what was only read, or all by the definitions. */
    Touched local = Touched.NONE;

    /** @param allReplicas whether a read touches all replicas */
    TouchedPartial(int defaultReplication, boolean allReplicas) {
        this.allReplicas = allReplicas;
        this.defaultReplication = defaultReplication;
    }

    FileVisitor file(FileFacts file) {
        if (!file.isAlive()) {
            return FileVisitor.NONE;
        }
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                // The history has all that counts.
            }

            @Override
            public void end(FileHistory history) {
                TouchedPartial own = new TouchedPartial(defaultReplication, allReplicas);
                history.ranges().forEach((bytes, reads, coreReads, io, live) -> own.add(live ? bytes : 0, io));
                long physical = file.physical(own.hdfs.written(), defaultReplication);
                long writtenOnly = file.physical(own.hdfs.writtenOnly(), defaultReplication);
                long readOnly = own.hdfs.readOnly();
                long read = allReplicas ? file.physical(readOnly, defaultReplication) : readOnly;
                own.local = new Touched(read, physical - writtenOnly, writtenOnly);
                merge(own);
            }
        };
    }

    private void add(long bytes, int io) {
        core = core.plus(Touched.of(bytes, io, CORE));
        hdfs = hdfs.plus(Touched.of(bytes, io, EVERY_IO));
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        core = core.transfer(fields);
        hdfs = hdfs.transfer(fields);
        local = local.transfer(fields);
    }

    @Override
    public void merge(TouchedPartial later) {
        core = core.plus(later.core);
        hdfs = hdfs.plus(later.hdfs);
        local = local.plus(later.local);
    }
}
