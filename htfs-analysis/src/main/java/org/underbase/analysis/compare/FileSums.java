package org.underbase.analysis.compare;

import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.access.RangeHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.locality.LocalityPartial;
import org.underbase.analysis.operator.Sampled;
import org.underbase.analysis.runs.FileRuns;
import org.underbase.htfs.format.Call;

/** Sums of one file. */
final class FileSums implements FileVisitor {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final long SMALL = 16L << 20;
    private static final long OFTEN = 64;
    private static final int CORE = RangeHistory.CORE_READ | RangeHistory.CORE_WRITE;

    private final UnitsPartial unit;
    private final FileFacts file;
    private final int defaultReplication;
    private final UnitSums sums = new UnitSums();
    private final FileRuns runs = new FileRuns(0, true, run -> sums.add(Shape.RUN_LENGTHS, run.bytes(), run.bytes()));
    private final FileVisitor locality;
    private final Locations before;
    private long written;

    FileSums(UnitsPartial unit, FileFacts file, int defaultReplication) {
        this.unit = unit;
        this.file = file;
        this.defaultReplication = defaultReplication;
        this.locality = unit.locality.file();
        this.before = new Locations(unit.locality);
    }

    /** Counts of the reads of all files so far. */
    private record Locations(long reads, long overlapping, long near) {
        private Locations(LocalityPartial all) {
            this(all.reads(), all.overlapsIn32Minutes(), all.nearInAMinute());
        }
    }

    @Override
    public void access(Access access, FileHistory history) {
        if (access.reads()) {
            sums.add(Sum.FILE_IO, access.length());
            disk(Sum.DISK_READ, access);
            disk(Sum.DISK_IO, access);
            if (access.offset() != Access.UNPLACED) {
                runs.read(access);
                locality.access(access, history);
            }
        } else if (access.writes()) {
            sums.add(Sum.FILE_IO, access.length());
            written += Sampled.bytes(access.sampling(), access.length());
        } else if (access.call() == Call.OPEN || access.call() == Call.CLOSE_INPUT) {
            runs.barrier(access);
        }
    }

    private void disk(Sum sum, Access access) {
        sums.add(sum, Sampled.bytes(access.sampling(), access.length()));
    }

    @Override
    public void end(FileHistory history) {
        runs.end();
        sums.add(Sum.DISK_IO, file.physical(written, defaultReplication));
        history.ranges().forEach(this::data);
        Locations after = new Locations(unit.locality);
        sums.add(Sum.READS, after.reads - before.reads);
        sums.add(Sum.OVERLAPPING_READS, after.overlapping - before.overlapping);
        sums.add(Sum.NEAR_READS, after.near - before.near);
        if (file.isCreated()) {
            created();
        }
        if (file.sized() && file.kind().equals(FileKind.WAL)) {
            sums.add(Sum.LOGS, 1);
            sums.add(Sum.LOG_BYTES, file.size());
        }
        unit.add(file, sums);
    }

    private void data(long bytes, long reads, long coreReads, int io, boolean live) {
        sums.add(Sum.DATA, bytes);
        boolean alive = live && file.isAlive();
        sums.add(Sum.LIVE_DATA, alive ? bytes : 0);
        sums.add(Sum.LIVE_CORE_DATA, alive && (io & CORE) != 0 ? bytes : 0);
        if (reads > 0) {
            sums.add(Sum.READ_DATA, bytes);
            sums.add(Sum.PLACED_READ, bytes * reads);
            sums.add(Sum.DATA_READ_ONCE, reads == 1 ? bytes : 0);
            sums.add(Sum.DATA_READ_OFTEN, reads >= OFTEN ? bytes : 0);
        }
    }

    private void created() {
        sums.add(Sum.CREATED_FILES, 1);
        sums.add(Sum.ENDED_FILES, file.isAlive() ? 0 : 1);
        if (!file.sized()) {
            return;
        }
        sums.add(Sum.CREATED_BYTES, file.size());
        sums.add(Shape.CREATED_SIZES, file.size(), 1);
        if (file.size() < SMALL) {
            boolean brief = !file.isAlive() && file.endNanos() - file.createdNanos() <= MINUTE_NANOS;
            sums.add(Sum.SMALL_FILES, 1);
            sums.add(Sum.SMALL_ENDED_IN_A_MINUTE, brief ? 1 : 0);
        }
    }
}
