package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.combinedlog.client.LogFormat.Identity;

/**
 * Durable logs of records in HDFS, each in one file. On DataNodes with a combined log, all logs of all clients share the one
 * physical log of each DataNode. On stock DataNodes the logs give the same guarantees, at the cost of stock {@code hsync}.
 *
 * <pre>{@code
 * CombinedLog logs = CombinedLog.on(fileSystem);
 * try (LogWriter log = logs.create(path, LogOptions.defaults())) {
 *     CompletableFuture<LogPosition> written = log.append(record);
 *     log.sync();
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class CombinedLog {
    private final DistributedFileSystem fileSystem;

    private CombinedLog(DistributedFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /**
     * Selects the file system of the logs.
     *
     * @param fileSystem HDFS file system, which the caller closes after its logs
     * @return factory of writers and readers
     * @throws IllegalArgumentException if the file system is not HDFS
     */
    public static CombinedLog on(FileSystem fileSystem) {
        Objects.requireNonNull(fileSystem, "fileSystem");
        if (fileSystem instanceof DistributedFileSystem hdfs) {
            return new CombinedLog(hdfs);
        }
        throw new IllegalArgumentException("a log requires HDFS: " + fileSystem.getUri() + " is a "
                + fileSystem.getClass().getSimpleName());
    }

    /**
     * Creates a log. When this method returns, the empty log is on disk.
     *
     * @param path path of the file; missing parent directories are created
     * @param options limits of the writer and attributes of the file
     * @return writer, which the caller closes
     * @throws FileAlreadyExistsException if the file exists
     * @throws IOException if the file cannot be created
     */
    public LogWriter create(Path path, LogOptions options) throws IOException {
        return LogThread.run(() -> create(file(path), options));
    }

    /**
     * Continues a log: it fences the previous writer, whose pending and later appends fail, finds the last complete record and
     * appends after it. The whole log is read. When this method returns, all records that a reader finds are on disk. An
     * incomplete record at the end is skipped by readers.
     *
     * @param path path of the file
     * @param options limits of the writer
     * @return writer, which the caller closes
     * @throws FileNotFoundException if the file does not exist
     * @throws CorruptLogException if a record is corrupt; the log is unchanged
     * @throws IOException if the lease cannot be recovered in the configured time, or another program opens the log concurrently
     */
    public LogWriter open(Path path, LogOptions options) throws IOException {
        return LogThread.run(() -> open(file(path), options));
    }

    /**
     * Fences the writer of a log and waits until HDFS has closed the file. Afterwards a reader returns all acknowledged records.
     *
     * @param path path of the file
     * @param timeout maximum wait
     * @throws FileNotFoundException if the file does not exist
     * @throws IOException if the lease is not recovered in time, such as without a running DataNode of the last block
     */
    public void recover(Path path, Duration timeout) throws IOException {
        Objects.requireNonNull(timeout, "timeout");
        LogThread.run(() -> {
            file(path).recover(timeout);
            return path;
        });
    }

    /**
     * Reads a log. The file is opened by the first call of the reader.
     *
     * @param path path of the file
     * @return reader at the first record, which the caller closes
     */
    public LogReader read(Path path) {
        return readFrom(path, new LogPosition(0, 0));
    }

    /**
     * Reads a log, starting at a record.
     *
     * @param path path of the file
     * @param position position of the first record to return
     * @return reader, which the caller closes; it throws {@link CorruptLogException} if no record has this position. If the
     *     position is after the end of the log, it throws the exception when the log is closed or grows beyond the position.
     */
    public LogReader readFrom(Path path, LogPosition position) {
        return new LogReader(file(path), Objects.requireNonNull(position, "position"));
    }

    private LogFile file(Path path) {
        return new HdfsLogFile(fileSystem, Objects.requireNonNull(path, "path"));
    }

    static LogWriter create(LogFile file, LogOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        LogFile.Output out = file.create(options);
        try {
            return start(file, out, options);
        } catch (IOException | RuntimeException | Error e) {
            out.abandon();
            throw e;
        }
    }

    /** Writes a file header at the end of the file, which contains no record. */
    private static LogWriter start(LogFile file, LogFile.Output out, LogOptions options) throws IOException {
        long length = out.position();
        long offset = (length + LogFormat.FILE_HEADER - 1) / LogFormat.FILE_HEADER * LogFormat.FILE_HEADER;
        Identity identity = Identity.create(offset);
        out.write(new byte[(int) (offset - length)]);
        out.write(LogFormat.encode(identity));
        out.sync();
        return new LogWriter(
                file.describe(), out, identity.salt(), new LogPosition(0, identity.firstRecord()), options);
    }

    static LogWriter open(LogFile file, LogOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        file.recover(options.recoveryTimeout());
        // The content is read under the lease, so that no other writer changes it.
        LogFile.Output out = file.append();
        try {
            LogScanner scanner = new LogScanner(file.describe(), new LogPosition(0, 0));
            try (LogFile.Input input = file.open()) {
                if (input.length() != out.position()) {
                    throw new IOException("cannot read the end of log " + file.describe() + ": " + input.length()
                            + " of " + out.position() + " bytes are readable; try again");
                }
                scanner.readToEnd(input);
            }
            return scanner.identity().isPresent()
                    ? resume(file, out, scanner.identity().get(), scanner.position(), options)
                    : start(file, out, options);
        } catch (IOException | RuntimeException | Error e) {
            out.abandon();
            throw e;
        }
    }

    private static LogWriter resume(
            LogFile file, LogFile.Output out, Identity identity, LogPosition end, LogOptions options)
            throws IOException {
        LogPosition resume = new LogPosition(end.sequence(), out.position());
        byte[] record = LogFormat.resume(resume, end.offset(), identity.salt());
        out.write(record);
        // The crashed writer may not have synced its last records.
        out.sync();
        LogPosition next = new LogPosition(resume.sequence(), resume.offset() + record.length);
        return new LogWriter(file.describe(), out, identity.salt(), next, options);
    }
}
