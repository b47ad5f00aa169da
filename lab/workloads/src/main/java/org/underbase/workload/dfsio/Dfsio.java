package org.underbase.workload.dfsio;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Driver;
import org.underbase.workload.drive.Failure;
import org.underbase.workload.drive.HistogramSink;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.drive.PhaseRunner;
import org.underbase.workload.drive.Progress;

/**
 * Writing and reading of a set of files, measured.
 *
 * <pre>{@code
 * DfsioOptions options = DfsioOptions.of(new Path("/bench"), 8, 64 << 20, 4);
 * Dfsio dfsio = new Dfsio(options);
 * dfsio.write(fs, Progress.none());
 * double mibPerSecond = dfsio.read(fs, Progress.none()).bytesPerSecond() / (1 << 20);
 * new Dfsio(options.request(4096)).pread(fs, 100_000, Bounds.FOREVER, Progress.none());
 * }</pre>
 *
 * A failure during a phase is returned in its result; a failure before its first operation is thrown. One phase at a time;
 * only {@link #stop} may be called from other threads.
 */
public final class Dfsio {
    private final DfsioOptions options;
    private final Pattern pattern;
    private final PhaseRunner phases = new PhaseRunner();

    public Dfsio(DfsioOptions options) {
        this.options = options;
        this.pattern = new Pattern(options.seed());
    }

    /** Ends the running phase after the requests in flight, and every later phase at once. */
    public void stop() {
        phases.stop();
    }

    /**
     * Writes all files, replacing existing ones.
     *
     * @throws IOException if the directory cannot be created
     */
    public DfsioResult write(FileSystem fs, Progress progress) throws IOException {
        fs.mkdirs(options.directory());
        Counts counts = new Counts();
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < threads(); i++) {
            writers.add(new Writer(fs, options, pattern, counts));
        }
        return drive(Phase.unbounded("write", Writer.TYPES), writers, counts, progress);
    }

    /**
     * Reads all files sequentially.
     *
     * @throws IOException if a file is missing or has a wrong length
     */
    public DfsioResult read(FileSystem fs, Progress progress) throws IOException {
        check(fs);
        Counts counts = new Counts();
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < threads(); i++) {
            readers.add(new Reader(fs, options, pattern, counts));
        }
        return drive(Phase.unbounded("read", Reader.TYPES), readers, counts, progress);
    }

    /**
     * Reads {@link DfsioOptions#request} bytes at random offsets. Every thread has every file open.
     *
     * @param reads maximum number of reads of all threads
     * @param duration maximum duration
     * @throws IOException if a file is missing, has a wrong length or cannot be opened
     */
    public DfsioResult pread(FileSystem fs, long reads, Duration duration, Progress progress) throws IOException {
        check(fs);
        Counts counts = new Counts();
        List<RandomReader> readers = new ArrayList<>();
        try {
            for (int i = 0; i < options.threads(); i++) {
                RandomReader reader = new RandomReader(options, pattern, counts, i);
                readers.add(reader);
                reader.open(fs);
            }
        } catch (IOException failed) {
            closeAll(readers);
            throw failed;
        }
        return drive(new Phase("pread", RandomReader.TYPES, reads, duration), readers, counts, progress);
    }

    /**
     * Deletes the files, and the directory if it is then empty.
     *
     * @return number of deleted files
     */
    public int delete(FileSystem fs) throws IOException {
        int deleted = 0;
        for (int file = 0; file < options.files(); file++) {
            deleted += fs.delete(options.file(file), false) ? 1 : 0;
        }
        if (fs.exists(options.directory()) && fs.listStatus(options.directory()).length == 0) {
            fs.delete(options.directory(), false);
        }
        return deleted;
    }

    private int threads() {
        return Math.min(options.threads(), options.files());
    }

    private void check(FileSystem fs) throws IOException {
        for (int file = 0; file < options.files(); file++) {
            long length;
            try {
                FileStatus status = fs.getFileStatus(options.file(file));
                length = status.getLen();
            } catch (FileNotFoundException missing) {
                throw new IOException(options.file(file) + " is missing; write the files first", missing);
            }
            if (length != options.fileSize()) {
                throw new IOException(options.file(file) + " has " + length + " bytes, not " + options.fileSize()
                        + "; write the files with the same size first");
            }
        }
    }

    private <C extends Client & Closeable> DfsioResult drive(
            Phase phase, List<C> clients, Counts counts, Progress progress) {
        Driver.Plan plan = new Driver.Plan(
                phase.name(),
                "calls",
                phase.types(),
                new Pacing.ClosedLoop(),
                new Bounds(phase.calls(), phase.duration(), 0, options.stall()),
                options.reportEvery());
        Measurement measurement = phases.run(plan, clients, progress, HistogramSink.none());
        return new DfsioResult(closed(measurement, clients), counts.bytes(), counts.wrong());
    }

    /** Closes the files that a stopped or failed phase left open; a failure to close fails the phase. */
    private static Measurement closed(Measurement measurement, List<? extends Closeable> clients) {
        try {
            closeAll(clients);
            return measurement;
        } catch (IOException failed) {
            return measurement.end() == Measurement.End.FAILED
                    ? measurement
                    : measurement.failed("closing failed: " + Failure.line(failed));
        }
    }

    /** Closes all clients, then throws the first failure. */
    private static void closeAll(List<? extends Closeable> clients) throws IOException {
        IOException first = null;
        for (Closeable client : clients) {
            try {
                client.close();
            } catch (IOException failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Description of a phase.
     *
     * @param name name in reports
     * @param types names of the types of calls
     * @param calls maximum number of calls
     * @param duration maximum duration
     */
    private record Phase(String name, List<String> types, long calls, Duration duration) {
        static Phase unbounded(String name, List<String> types) {
            return new Phase(name, types, Long.MAX_VALUE, Bounds.FOREVER);
        }
    }
}
