package org.underbase.replay.execute;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.htfs.format.Details;
import org.underbase.replay.trace.Operation;

/** Calls of the replay on the namespace. */
final class NamespaceCalls {
    private static final long UNCHANGED = -1;

    private final FileSystem fs;

    NamespaceCalls(FileSystem fs) {
        this.fs = fs;
    }

    Outcome call(Operation operation) throws IOException {
        Path path = new Path(operation.path());
        String detail = operation.event().detail();
        return switch (operation.event().call()) {
            case RENAME -> rename(path, operation, detail);
            case DELETE ->
                Outcome.of(fs.delete(path, !Details.value(detail, "recursive").equals("false")));
            case BULK_DELETE -> operation.event().calls() == 0 ? Outcome.of(fs.delete(path, false)) : Outcome.COVERED;
            case MKDIRS -> Outcome.of(fs.mkdirs(path, permission(detail, FsPermission.getDirDefault())));
            case MKDIR -> mkdir(path, detail);
            case CREATE_NEW_FILE -> Outcome.of(fs.createNewFile(path));
            case CONCAT -> {
                fs.concat(path, new Path[] {new Path(operation.other())});
                yield Outcome.of(0);
            }
            case TRUNCATE -> Outcome.of(fs.truncate(path, Details.number(detail, "length", 0)));
            case SET_PERMISSION -> {
                fs.setPermission(path, permission(detail, FsPermission.getFileDefault()));
                yield Outcome.of(0);
            }
            case SET_TIMES -> {
                fs.setTimes(
                        path,
                        Details.number(detail, "modified", UNCHANGED),
                        Details.number(detail, "accessed", UNCHANGED));
                yield Outcome.of(0);
            }
            case SET_REPLICATION ->
                Outcome.of(fs.setReplication(path, (short) Details.number(detail, "replication", 1)));
            case SET_STORAGE_POLICY -> {
                fs.setStoragePolicy(path, Details.value(detail, "policy"));
                yield Outcome.of(0);
            }
            case RECOVER_LEASE ->
                fs instanceof DistributedFileSystem hdfs ? Outcome.of(hdfs.recoverLease(path)) : Outcome.SKIPPED;
            case IS_FILE_CLOSED ->
                fs instanceof DistributedFileSystem hdfs ? Outcome.of(hdfs.isFileClosed(path)) : Outcome.SKIPPED;
            default -> query(path, operation, detail);
        };
    }

    @SuppressWarnings("deprecation") // The calls that applications make.
    private Outcome query(Path path, Operation operation, String detail) throws IOException {
        switch (operation.event().call()) {
            case EXISTS -> {
                return Outcome.of(fs.exists(path));
            }
            case IS_FILE -> {
                return Outcome.of(fs.isFile(path));
            }
            case IS_DIRECTORY -> {
                return Outcome.of(fs.isDirectory(path));
            }
            case GET_LENGTH -> {
                return Outcome.of(fs.getLength(path));
            }
            case GET_REPLICATION -> {
                return Outcome.of(fs.getReplication(path));
            }
            case GET_BLOCK_SIZE -> {
                return Outcome.of(fs.getBlockSize(path));
            }
            case LIST_STATUS -> {
                return Outcome.of(fs.listStatus(path).length);
            }
            case LIST_STATUS_ITERATOR -> {
                return Outcome.of(drained(fs.listStatusIterator(path)));
            }
            case LIST_LOCATED_STATUS -> {
                return Outcome.of(drained(fs.listLocatedStatus(path)));
            }
            case LIST_FILES -> {
                boolean recursive = Details.value(detail, "recursive").equals("true");
                return Outcome.of(drained(fs.listFiles(path, recursive)));
            }
            case LIST_PAGE -> {
                return Outcome.COVERED;
            }
            case GLOB_STATUS -> {
                FileStatus[] found = fs.globStatus(path);
                return Outcome.of(found == null ? 0 : found.length);
            }
            case GET_FILE_STATUS -> fs.getFileStatus(path);
            case GET_FILE_LINK_STATUS -> fs.getFileLinkStatus(path);
            case GET_CONTENT_SUMMARY -> fs.getContentSummary(path);
            case GET_FILE_CHECKSUM -> fs.getFileChecksum(path);
            case GET_STATUS -> fs.getStatus(path);
            case GET_STORAGE_POLICY -> fs.getStoragePolicy(path);
            case GET_SERVER_DEFAULTS -> fs.getServerDefaults(path);
            case ACCESS -> fs.access(path, FsAction.valueOf(Details.value(detail, "mode")));
            case GET_FILE_BLOCK_LOCATIONS, GET_LOCATED_BLOCKS ->
                fs.getFileBlockLocations(
                        path, Details.number(detail, "offset", 0), Details.number(detail, "length", Long.MAX_VALUE));
            default -> {
                return Outcome.SKIPPED;
            }
        }
        return Outcome.of(0);
    }

    private Outcome mkdir(Path path, String detail) throws IOException {
        FsPermission permission = permission(detail, FsPermission.getDirDefault());
        boolean parents = Details.value(detail, "recursive").equals("true");
        if (fs instanceof DistributedFileSystem hdfs && !parents) {
            return Outcome.of(hdfs.mkdir(path, permission));
        }
        return Outcome.of(fs.mkdirs(path, permission));
    }

    private Outcome rename(Path path, Operation operation, String detail) throws IOException {
        Path to = new Path(operation.other());
        boolean exact = Details.contains(detail, "options") || Details.contains(detail, "overwrite");
        if (exact && fs instanceof DistributedFileSystem hdfs) {
            String options = Details.value(detail, "options") + " " + Details.value(detail, "overwrite");
            boolean overwrite = options.contains("overwrite") || options.contains("true");
            hdfs.rename(path, to, overwrite ? Options.Rename.OVERWRITE : Options.Rename.NONE);
            return Outcome.of(1);
        }
        return Outcome.of(fs.rename(path, to));
    }

    private static FsPermission permission(String detail, FsPermission otherwise) {
        String mode = Details.value(detail, "permission");
        return mode.matches("[0-7]{1,4}") ? new FsPermission(mode) : otherwise;
    }

    private static long drained(RemoteIterator<?> iterator) throws IOException {
        long count = 0;
        while (iterator.hasNext()) {
            iterator.next();
            count++;
        }
        return count;
    }
}
