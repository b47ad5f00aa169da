package org.underbase.bench.prediction.tiers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.OrderedReader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.htfs.format.TraceFiles;

/**
 * Writes and reads of files, from the trace of the clients of a stock cluster. Each file has one block and is read once.
 *
 * @param writes files, in the order of their creation
 * @param reads reads, in the order of their begin
 */
record TracedLoad(List<Write> writes, List<Read> reads) {
    /** Copies the lists. */
    TracedLoad {
        writes = List.copyOf(writes);
        reads = List.copyOf(reads);
    }

    /**
     * Write of a file.
     *
     * @param host host of the client
     * @param bytes size of the file
     */
    record Write(String host, long bytes) {}

    /**
     * Read of a file.
     *
     * @param file index of its write
     * @param host host of the client
     * @param bytes bytes read
     * @param startNanos begin of the call that opened the file, in nanoseconds
     * @param nanos time until the last byte was read, in nanoseconds
     * @param datanode host of the DataNode that sent the bytes
     */
    record Read(int file, String host, long bytes, long startNanos, long nanos, String datanode) {}

    /** Calls on a file. */
    private static final class File {
        private final String writer;
        private long written;
        private String reader = "";
        private long read;
        private long readStart;
        private long readEnd;
        private String datanode = "";

        File(String writer) {
            this.writer = writer;
        }
    }

    /**
     * Reads a trace.
     *
     * @param trace its directory
     * @throws IOException if it lacks calls
     */
    static TracedLoad read(Path trace) throws IOException {
        Configuration conf = new Configuration();
        Map<String, File> files = new LinkedHashMap<>();
        List<String> reads = new ArrayList<>();
        try (TraceEvents events = OrderedReader.open(conf, TraceFiles.find(conf, List.of(trace.toString())))) {
            while (events.next()) {
                TraceEvent event = events.event();
                if (event.path().startsWith(Workload.DIRECTORY + "/")
                        && event.exception().isEmpty()) {
                    add(event, files, reads);
                }
            }
            check(events.report());
        }
        return of(files, reads);
    }

    private static void add(TraceEvent event, Map<String, File> files, List<String> reads) {
        if (event.call() == Call.CREATE) {
            files.put(event.path(), new File(event.host()));
            return;
        }
        File file = files.get(event.path());
        if (event.call().kind() == Call.Kind.WRITE) {
            file.written += event.result();
        } else if (event.call() == Call.OPEN) {
            file.reader = event.host();
            file.readStart = event.startNanos();
            reads.add(event.path());
        } else if (event.call().kind() == Call.Kind.READ && event.result() > 0) {
            file.read += event.result();
            file.readEnd = event.startNanos() + event.durationNanos();
        } else if (event.call() == Call.CLOSE_INPUT) {
            file.datanode = Details.value(event.detail(), "lastDatanode").replaceAll(":.*", "");
        }
    }

    private static void check(ReadReport report) throws IOException {
        long lost = report.drops().total() + report.corruptRangeCount();
        if (lost > 0) {
            throw new IOException("the trace lacks " + lost + " events or blocks");
        }
    }

    private static TracedLoad of(Map<String, File> files, List<String> reads) throws IOException {
        List<Write> writes = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        files.forEach((path, file) -> {
            numbers.put(path, writes.size());
            writes.add(new Write(file.writer, file.written));
        });
        List<Read> all = new ArrayList<>();
        for (String path : reads) {
            File file = files.get(path);
            if (file.read != file.written || !Nodes.exists(file.datanode)) {
                throw new IOException("the trace has no complete read of " + path + ": " + file.read + " of "
                        + file.written + " bytes from '" + file.datanode + "'");
            }
            all.add(new Read(
                    numbers.get(path),
                    file.reader,
                    file.read,
                    file.readStart,
                    file.readEnd - file.readStart,
                    file.datanode));
        }
        return new TracedLoad(writes, all);
    }
}
