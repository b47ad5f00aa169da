package org.underbase.htfs.imports;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.TraceWriter;
import org.underbase.operator.output.PrintableText;

/**
 * Import of files of one format into a new directory of segments. The directory appears under its name when it is complete;
 * until then it has the suffix {@value #SUFFIX}. Memory is bounded for files of any size.
 */
public final class TraceImport {
    private static final String SUFFIX = ".importing";
    private static final int SHOWN_BAD_LINES = 10;
    private static final int CHECK = 1024;
    private static final int STOP_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(TraceImport.class);

    private final SourceFormat format;
    private final boolean strict;
    private final Progress progress;
    private final List<ImportResult.BadLine> bad = new ArrayList<>();
    private long lines;
    private long otherLines;
    private long badLines;
    private long doneBytes;
    private volatile boolean stopped;

    /** Receiver of the progress. */
    public interface Progress {
        /**
         * Receives the progress.
         *
         * @param bytes bytes read so far
         * @param total size of all files, in bytes
         * @param lines lines read so far
         */
        void read(long bytes, long total, long lines);
    }

    /**
     * Creates an import.
     *
     * @param format parser, used for this import only
     * @param strict whether to write nothing if a line is malformed
     * @param progress receives the progress
     */
    public TraceImport(SourceFormat format, boolean strict, Progress progress) {
        this.format = format;
        this.strict = strict;
        this.progress = progress;
    }

    /**
     * Reads the files in this order and writes the trace.
     *
     * @param files files of the format
     * @param dir directory of the trace: missing or empty
     * @return the result
     * @throws IOException if a file is unreadable, no file has an event, or the directory is not empty or cannot be written;
     *     then the directory is unchanged
     */
    public ImportResult run(List<Path> files, Path dir) throws IOException {
        long total = 0;
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new FileNotFoundException("cannot read " + shown(file) + ": it does not exist");
            }
            if (Files.isDirectory(file)) {
                throw new IOException("cannot read " + shown(file) + ": it is a directory; name its files");
            }
            if (format.needsFirstReading() && !Files.isRegularFile(file)) {
                throw new IOException("cannot read " + shown(file) + " twice, as the format " + format.name()
                        + " requires: it is not a regular file; write it to one");
            }
            total += Files.size(file);
        }
        Path target =
                Files.exists(dir) ? dir.toRealPath() : dir.toAbsolutePath().normalize();
        checkEmpty(target);
        Path temporary = target.resolveSibling(target.getFileName() + SUFFIX);
        Files.createDirectories(target.getParent());
        try {
            Files.createDirectory(temporary);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    "cannot create " + shown(temporary)
                            + ": it exists; if no other import to this directory runs, delete it",
                    e);
        }
        CountDownLatch deleted = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(deleted), "trace-import-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            ImportResult result = write(files, total, temporary);
            if (result.written()) {
                Files.deleteIfExists(target);
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            }
            return result;
        } finally {
            try {
                delete(temporary);
            } finally {
                deleted.countDown();
                remove(hook);
            }
        }
    }

    /** Stops the import at the exit of the JVM, for example by Ctrl-C, and waits until it has deleted its files. */
    private void stop(CountDownLatch deleted) {
        stopped = true;
        try {
            // An import that waits for its input cannot delete them.
            if (!deleted.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The stopped import leaves its directory, which has the suffix {}", SUFFIX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The JVM exits", e);
        }
    }

    private static void checkEmpty(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        if (!Files.isDirectory(dir)) {
            throw new IOException("cannot write " + shown(dir) + ": it is not a directory");
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
            if (entries.iterator().hasNext()) {
                throw new IOException("cannot write " + shown(dir) + ": it is not empty; choose another directory");
            }
        }
    }

    private ImportResult write(List<Path> files, long total, Path dir) throws IOException {
        Processes processes = new Processes(dir, TraceWriter.IMPORTED + format.name());
        try {
            if (format.needsFirstReading()) {
                for (Path file : files) {
                    read(file, 2 * total, (process, event) -> {});
                }
                format.rewind();
                lines = 0;
                otherLines = 0;
                badLines = 0;
                bad.clear();
            }
            for (Path file : files) {
                read(file, format.needsFirstReading() ? 2 * total : total, processes);
            }
            if (processes.events() == 0 && (!strict || badLines == 0)) {
                throw new IOException("no " + format.name() + " events in "
                        + files.stream().map(TraceImport::shown).collect(Collectors.joining(", "))
                        + (badLines == 0
                                ? ""
                                : ": " + bad.get(0).reason() + " (line "
                                        + bad.get(0).line() + ")"));
            }
            boolean written = !strict || badLines == 0;
            if (written) {
                processes.finish();
            }
            return new ImportResult(
                    written,
                    lines,
                    otherLines,
                    badLines,
                    bad,
                    processes.events(),
                    processes.count(),
                    processes.segments(),
                    processes.bytes(),
                    processes.firstNanos(),
                    processes.lastNanos(),
                    format.remarks());
        } finally {
            processes.abandon();
        }
    }

    private void read(Path file, long total, EventSink sink) throws IOException {
        format.begin();
        try (Lines input = Lines.of(file)) {
            for (String line = input.next(); line != null; line = input.next()) {
                parse(file, input, line, sink);
                if (++lines % CHECK == 0) {
                    if (stopped) {
                        throw new WriteException(new InterruptedIOException("the import was stopped"));
                    }
                    progress.read(doneBytes + input.bytes(), total, lines);
                }
            }
            doneBytes += input.bytes();
        } catch (WriteException e) {
            throw e.cause;
        } catch (IOException e) {
            throw new IOException("cannot read " + shown(file) + ": " + e.getMessage(), e);
        }
    }

    private void parse(Path file, Lines input, String line, EventSink sink) throws WriteException {
        try {
            if (input.truncated()) {
                throw new BadLineException("the line is longer than " + Lines.MAX_LENGTH + " bytes");
            }
            if (!format.parse(line, sink)) {
                otherLines++;
            }
        } catch (BadLineException | IllegalArgumentException e) {
            badLines++;
            if (bad.size() < SHOWN_BAD_LINES) {
                bad.add(new ImportResult.BadLine(
                        shown(file), input.number(), PrintableText.shortened(PrintableText.of(e.getMessage()), 200)));
            }
        } catch (IOException e) {
            throw new WriteException(e);
        }
    }

    /** Failure of the output or end of the JVM, to distinguish them from a failure of the input. */
    private static final class WriteException extends IOException {
        private static final long serialVersionUID = 1;

        private final IOException cause;

        WriteException(IOException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    private static String shown(Path file) {
        return PrintableText.of(file.toString());
    }

    private static void delete(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> entries = Files.list(dir)) {
            for (Path entry : entries.toList()) {
                Files.delete(entry);
            }
        }
        Files.delete(dir);
    }
}
