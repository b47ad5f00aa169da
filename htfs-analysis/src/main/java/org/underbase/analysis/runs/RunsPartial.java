package org.underbase.analysis.runs;

import java.io.IOException;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;

/** Lengths of the runs of some files. */
public final class RunsPartial implements Partial<RunsPartial> {
    final RunLengths ended = new RunLengths();
    /** Bytes of reads whose offset is unknown, which belong to no run. */
    long unplaced;

    RunsPartial() {}

    @Override
    public void transfer(Fields fields) throws IOException {
        unplaced = fields.number(unplaced);
        ended.transfer(fields);
    }

    @Override
    public void merge(RunsPartial later) {
        ended.add(later.ended);
        unplaced += later.unplaced;
    }

    FileVisitor file() {
        FileRuns runs = new FileRuns(0, true, ended);
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                if (access.reads()) {
                    read(access);
                } else if (access.call() == Call.OPEN || access.call() == Call.CLOSE_INPUT) {
                    runs.barrier(access);
                }
            }

            private void read(Access access) {
                if (access.offset() == Access.UNPLACED) {
                    unplaced += access.length();
                } else {
                    runs.read(access);
                }
            }

            @Override
            public void end(FileHistory history) {
                runs.end();
            }
        };
    }
}
