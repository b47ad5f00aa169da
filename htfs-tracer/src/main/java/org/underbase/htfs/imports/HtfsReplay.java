package org.underbase.htfs.imports;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.HBasePath;

/**
 * Replay of the calls of one process of HTFS. The log has no offsets of sequential reads and writes and no lengths at an
 * append: they follow from the earlier calls on the stream and the file.
 */
final class HtfsReplay {
    /** Maximum number of open streams. */
    private static final int MAX_STREAMS = 100_000;

    /** Maximum number of paths. */
    private static final int MAX_PATHS = 200_000;

    private static final int COLLAPSED = 1;
    private static final int FIRST_STREAM_CALL = 29;
    private static final int LAST_CALL = 48;

    /** Numbers of calls that HTFS has, but never logs. */
    private static final Set<Integer> UNUSED = Set.of(0, 25, 30, 44, 45, 46);

    private static final Map<Integer, Call> PLAIN = Map.ofEntries(
            Map.entry(15, Call.LIST_STATUS),
            Map.entry(17, Call.LIST_OPEN_FILES),
            Map.entry(18, Call.GET_USED),
            Map.entry(21, Call.GET_CONTENT_SUMMARY),
            Map.entry(23, Call.GET_FILE_CHECKSUM),
            Map.entry(26, Call.SET_OWNER),
            Map.entry(27, Call.SET_TIMES),
            Map.entry(28, Call.SET_PERMISSION));

    /** Calls without a path that the trace format lacks, or whose path the log lacks. */
    private static final Map<Integer, String> WITHOUT_PATH = Map.of(
            2, "getName",
            3, "getFileBlockLocations",
            19, "getDefaultBlockSize",
            20, "getDefaultReplication",
            24, "setVerifyChecksum");

    private final SourceProcess process;
    private final PathTable paths = new PathTable(MAX_PATHS);
    private final Map<Long, Stream> streams = new LastUsed<>(MAX_STREAMS);
    private final Unknown unknown;
    private final StoreScans scans;

    /** An open stream; its position is -1 if it is unknown. */
    private static final class Stream {
        private final PathTable.File file;
        private final String path;
        private final FileIdentity identity;
        private final boolean output;
        /** Region of a store file, or null. */
        private final String region;

        private long position;
        private long mark;

        Stream(PathTable.File file, String path, FileIdentity identity, boolean output, long position) {
            this.file = file;
            this.path = path;
            this.identity = identity;
            this.region = StoreScans.region(path);
            this.output = output;
            this.position = position;
        }
    }

    /** Counts of calls that are not imported completely. */
    static final class Unknown {
        private long streams;
        private long lengths;

        long streams() {
            return streams;
        }

        long lengths() {
            return lengths;
        }
    }

    HtfsReplay(SourceProcess process, Unknown unknown, Verdicts verdicts) {
        this.process = process;
        this.unknown = unknown;
        this.scans = new StoreScans(verdicts);
    }

    void call(HtfsCall call, EventSink sink) throws BadLineException, IOException {
        if (UNUSED.contains(call.id()) || call.id() > LAST_CALL) {
            throw new BadLineException("unsupported call " + call.id());
        }
        ImportedEvent event;
        if (call.id() == COLLAPSED || call.id() >= FIRST_STREAM_CALL) {
            Stream stream = streams.get(call.stream());
            if (stream == null) {
                unknown.streams++;
                return;
            }
            int written = stream.file.output();
            event = onStream(call, stream)
                    .through(call.stream())
                    .on(stream.file.id(), stream.path)
                    .of(stream.identity);
            event.by("", written >= 0 ? scans.thread(written) : reader(call, stream, event));
        } else {
            event = onFileSystem(call);
        }
        sink.add(process, event.taking(call.elapsed()));
    }

    /** Returns the thread of a call on a store file that has its final name. */
    private String reader(HtfsCall call, Stream stream, ImportedEvent event) {
        boolean reads = event.call().kind() == Call.Kind.READ && event.offset() >= 0 && event.result() > 0;
        return reads && stream.region != null
                ? scans.read(stream.region, call.stream(), stream.file, event.offset(), event.result())
                : "";
    }

    private ImportedEvent onFileSystem(HtfsCall call) throws BadLineException {
        return switch (call.id()) {
            case 4 -> open(call, Call.OPEN);
            case 5 -> open(call, Call.APPEND);
            case 6, 7, 8, 9 -> open(call, Call.CREATE);
            case 10 ->
                onPath(call, Call.SET_REPLICATION)
                        .returning(call.isTrue() ? 1 : 0)
                        .with("replication=" + call.number(1));
            case 11 ->
                onPath(call, Call.UNKNOWN)
                        .to(new Located(call.argument(1)).path)
                        .with("call=hardLink");
            case 12 -> rename(call);
            case 13, 14 -> {
                ImportedEvent event = onPath(call, Call.DELETE).returning(call.isTrue() ? 1 : 0);
                if (call.isTrue()) {
                    paths.deleted(new Located(call.argument(0)).key());
                }
                yield event;
            }
            case 16 -> {
                ImportedEvent event = onPath(call, Call.MKDIRS).returning(call.isTrue() ? 1 : 0);
                if (call.isTrue()) {
                    paths.directory(new Located(call.argument(0)).key());
                }
                yield event;
            }
            case 22 -> status(call);
            default -> {
                if (WITHOUT_PATH.containsKey(call.id())) {
                    yield new ImportedEvent(call.start(), Call.UNKNOWN).with("call=" + WITHOUT_PATH.get(call.id()));
                }
                Call plain = PLAIN.get(call.id());
                ImportedEvent event =
                        call.arguments().isEmpty() ? new ImportedEvent(call.start(), plain) : onPath(call, plain);
                yield call.id() == 15 || call.id() == 18 ? event.returning(call.result()) : event;
            }
        };
    }

    private ImportedEvent open(HtfsCall call, Call as) throws BadLineException {
        Located located = new Located(call.argument(0));
        long stream = call.result();
        StringBuilder detail = new StringBuilder();
        if (as == Call.CREATE) {
            Details.add(detail, "replication", Long.toString(call.number(3)));
            Details.add(detail, "blockSize", Long.toString(Fields.number("block size", call.argument(4), 0)));
        }
        PathTable.File file = as == Call.CREATE ? paths.created(located.key()) : paths.file(located.key());
        long position = as == Call.OPEN ? 0 : file.length();
        Stream opened = new Stream(file, located.path, located.identity(), as != Call.OPEN, position);
        streams.put(stream, opened);
        if (as == Call.CREATE && opened.region != null) {
            file.setOutput(scans.created(opened.region, located.path));
        }
        return new ImportedEvent(call.start(), as)
                .by("", thread(file))
                .on(file.id(), located.path)
                .of(located.identity())
                .through(stream)
                .at(position)
                .returning(0)
                .with(detail.toString());
    }

    private ImportedEvent rename(HtfsCall call) throws BadLineException {
        Located to = new Located(call.argument(1));
        ImportedEvent event = onPath(call, Call.RENAME).to(to.path).returning(call.isTrue() ? 1 : 0);
        if (call.isTrue()) {
            String from = new Located(call.argument(0)).key();
            paths.file(from).setOutput(-1);
            paths.renamed(from, to.key(), false);
        }
        return event;
    }

    /** The return value is {@code isdir=false,len=123}. */
    private ImportedEvent status(HtfsCall call) throws BadLineException {
        ImportedEvent event = onPath(call, Call.GET_FILE_STATUS);
        String prefix = "isdir=false,len=";
        if (call.returned().startsWith(prefix)) {
            long length = Fields.number("length", call.returned().substring(prefix.length()), 0);
            paths.file(new Located(call.argument(0)).key()).setLength(length);
            return event.with("length=" + length);
        }
        return event;
    }

    private ImportedEvent onPath(HtfsCall call, Call as) throws BadLineException {
        Located located = new Located(call.argument(0));
        PathTable.File file = paths.file(located.key());
        return new ImportedEvent(call.start(), as)
                .by("", thread(file))
                .on(file.id(), located.path)
                .of(located.identity());
    }

    private String thread(PathTable.File file) {
        return file.output() < 0 ? "" : scans.thread(file.output());
    }

    private ImportedEvent onStream(HtfsCall call, Stream stream) throws BadLineException {
        return switch (call.id()) {
            case COLLAPSED -> collapsed(call, stream);
            case 29 -> {
                stream.position = call.position();
                yield on(call, Call.SEEK, stream);
            }
            case 31 -> {
                stream.position = call.position();
                yield on(call, Call.SEEK_TO_NEW_SOURCE, stream).returning(call.isTrue() ? 1 : 0);
            }
            case 32 ->
                new ImportedEvent(call.start(), Call.PREAD)
                        .at(call.position())
                        .asking(call.number(2))
                        .returning(call.result());
            case 33 -> new ImportedEvent(call.start(), Call.READ_FULLY).moving(call.position(), call.number(2));
            case 34 -> {
                unknown.lengths++;
                yield new ImportedEvent(call.start(), Call.READ_FULLY).at(call.position());
            }
            case 35, 36, 37 -> on(call, Call.READ, stream);
            case 38 -> {
                ImportedEvent event = on(call, Call.SKIP, stream).returning(call.result());
                stream.position += stream.position < 0 ? 0 : Math.max(0, call.result());
                yield event;
            }
            case 39 -> on(call, Call.AVAILABLE, stream).returning(call.result());
            case 40, 48 -> {
                streams.remove(call.stream());
                if (stream.output) {
                    closed(stream);
                }
                yield on(call, call.id() == 40 ? Call.CLOSE_INPUT : Call.CLOSE_OUTPUT, stream);
            }
            case 41 -> {
                stream.mark = stream.position;
                yield on(call, Call.MARK, stream);
            }
            case 42 -> {
                stream.position = stream.mark;
                yield on(call, Call.RESET, stream);
            }
            case 43 -> on(call, Call.HFLUSH, stream);
            case 47 -> on(call, Call.FLUSH, stream);
            default -> throw new BadLineException("unsupported call " + call.id());
        };
    }

    private void closed(Stream stream) {
        int number = stream.file.output();
        if (number < 0) {
            return;
        }
        scans.closed(stream.region, number, stream.file.length());
        if (HBasePath.of(stream.path).type() == HBasePath.Type.STORE) {
            stream.file.setOutput(-1);
        }
    }

    private static ImportedEvent on(HtfsCall call, Call as, Stream stream) {
        return new ImportedEvent(call.start(), as).at(stream.position);
    }

    /** One or several sequential reads or writes: the log does not contain which, but the stream is of one kind. */
    private static ImportedEvent collapsed(HtfsCall call, Stream stream) throws BadLineException {
        long count = call.number(0);
        long bytes = call.number(1);
        if (count < 1 || bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw new BadLineException("invalid number of calls " + count + " or bytes " + bytes);
        }
        long from = stream.position;
        if (from >= 0) {
            stream.position += bytes;
        }
        if (stream.output) {
            if (from >= 0) {
                stream.file.wrote(stream.position);
            }
            return new ImportedEvent(call.start(), Call.WRITE)
                    .moving(from, bytes)
                    .with(count == 1 ? "" : "count=" + count);
        }
        return count == 1
                ? new ImportedEvent(call.start(), Call.READ).moving(from, bytes)
                : new ImportedEvent(call.start(), Call.READ_SERIES)
                        .moving(from, bytes)
                        .with("count=" + count + " call=" + Call.READ.label());
    }

    /** A path with its file system, which may be in it. */
    private static final class Located {
        private final String fileSystem;
        private final String path;

        Located(String text) {
            int authority = text.indexOf("://");
            int slash = authority < 0 ? 0 : text.indexOf('/', authority + 3);
            fileSystem = authority < 0 ? "" : text.substring(authority + 3, slash < 0 ? text.length() : slash);
            path = slash < 0 ? "/" : text.substring(slash);
        }

        String key() {
            return fileSystem + path;
        }

        FileIdentity identity() {
            return FileIdentity.on(fileSystem);
        }
    }
}
