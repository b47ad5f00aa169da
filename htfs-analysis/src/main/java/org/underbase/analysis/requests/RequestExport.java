package org.underbase.analysis.requests;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.run.SliceSource;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.OrderedReader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.htfs.format.TraceSlice;

/**
 * Export of the reads and writes of a trace in the order of time. It reads the trace twice: first for the files, so that a file
 * of several processes, and one that was renamed, is one file.
 */
public final class RequestExport {
    private static final int CHECK = 1 << 16;

    private final Configuration conf;
    private final List<TraceSlice> segments;

    public RequestExport(Configuration conf, List<TraceSlice> segments) {
        this.conf = conf;
        this.segments = List.copyOf(segments);
    }

    /**
     * Result of an export.
     *
     * @param requests number of exported reads and writes
     * @param records number of records, one per block of a request
     * @param kinds kinds of the files; their numbers are the positions
     * @param withoutOffset reads and writes whose offset is not in the trace, which are not exported
     * @param withoutFile reads and writes of unknown files, which are not exported
     * @param report report of the reader
     */
    public record Result(
            long requests,
            long records,
            List<FileKind> kinds,
            long withoutOffset,
            long withoutFile,
            ReadReport report) {
        public Result {
            kinds = List.copyOf(kinds);
        }
    }

    /**
     * Writes a file, which must not exist. After a failure it does not exist either.
     *
     * @param blockBytes size of the objects of the simulator, in bytes
     * @param catalog receives the progress of the first reading
     * @param events receives the number of events of the second reading
     * @throws IOException if the trace cannot be read or the file cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     */
    public Result write(RequestFormat format, Path file, long blockBytes, Progress catalog, LongConsumer events)
            throws IOException, InterruptedException {
        List<SliceSource> sources = segments.stream()
                .map(segment -> new SliceSource(conf, segment, Selection.ALL, false))
                .toList();
        FileCatalog files = InProcessRunner.onAllCores().run(FileCatalog.operator(), sources, catalog);
        RequestWriter writer = create(format, file, blockBytes);
        boolean complete = false;
        try (writer;
                TraceEvents trace = OrderedReader.open(conf, segments)) {
            Result result = write(files, trace, writer, events);
            writer.finish();
            complete = true;
            return result;
        } finally {
            if (!complete) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static RequestWriter create(RequestFormat format, Path file, long blockBytes) throws IOException {
        try {
            return new NamedWriter(file, format.create(file, blockBytes));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("cannot write " + file + ": the file exists; delete it or choose another name", e);
        }
    }

    private static Result write(FileCatalog files, TraceEvents trace, RequestWriter writer, LongConsumer events)
            throws IOException {
        List<FileKind> kinds =
                files.files().stream().map(FileFacts::kind).distinct().sorted().toList();
        long read = 0;
        long requests = 0;
        long records = 0;
        long withoutOffset = 0;
        long withoutFile = 0;
        while (trace.next()) {
            TraceEvent event = trace.event();
            if (++read % CHECK == 0) {
                events.accept(read);
            }
            boolean reads = event.call().kind() == Call.Kind.READ;
            if ((!reads && event.call().kind() != Call.Kind.WRITE) || event.result() <= 0) {
                continue;
            }
            int process = files.process(new ProcessKey(event.host(), event.process()));
            int file = files.key(process, event.fileId(), event.startNanos());
            if (event.offset() < 0) {
                withoutOffset++;
            } else if (file < 0) {
                withoutFile++;
            } else {
                int kind = Collections.binarySearch(kinds, files.file(file).kind());
                long written = writer.write(new Request(
                        event.startNanos(),
                        file,
                        kind,
                        event.offset(),
                        event.result(),
                        reads,
                        event.host(),
                        event.user()));
                requests += written > 0 ? 1 : 0;
                records += written;
            }
        }
        return new Result(requests, records, kinds, withoutOffset, withoutFile, trace.report());
    }
}
