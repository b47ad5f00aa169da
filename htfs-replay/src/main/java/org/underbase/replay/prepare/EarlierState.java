package org.underbase.replay.prepare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.replay.trace.Operation;

/**
 * The files and directories that existed before the trace began: those that a successful call used before a call created them.
 * It receives all calls in the order of time. Not thread-safe.
 */
public final class EarlierState {
    private final FileCatalog catalog;
    private final String root;
    private final boolean trim;
    private final Directories now = new Directories();
    private final Map<Integer, EarlierFile> files = new HashMap<>();
    private final Map<Integer, String> ecPolicies = new HashMap<>();
    private final Map<String, EarlierFile> byPath = new TreeMap<>();
    private final TreeSet<String> directories = new TreeSet<>();
    private final TreeSet<String> unknown = new TreeSet<>();

    /**
     * @param root directory of the replay's files
     * @param trim whether unchanged files end at the furthest read
     */
    public EarlierState(FileCatalog catalog, String root, boolean trim) {
        this.catalog = catalog;
        this.root = root;
        this.trim = trim;
    }

    /** Adds the next call. */
    public void add(Operation operation) {
        TraceEvent event = operation.event();
        String path = operation.path();
        if (operation.failed() || path.isEmpty() || event.call() == Call.LOST) {
            return;
        }
        int file = operation.file();
        String ecPolicy = event.identity().ecPolicy();
        if (file >= 0 && !ecPolicy.isEmpty()) {
            ecPolicies.put(file, ecPolicy);
        }
        if (file >= 0 && !catalog.file(file).isCreated() && !isDirectory(operation)) {
            files.computeIfAbsent(file, key -> found(path, key)).add(event);
        }
        switch (event.call()) {
            case MKDIRS, MKDIR -> {
                if (operation.succeeded() || event.call() == Call.MKDIR) {
                    made(path);
                }
            }
            case CREATE, WAL_OPEN, ACTIVITY -> created(operation);
            case CREATE_NEW_FILE -> {
                if (operation.succeeded()) {
                    created(operation);
                } else {
                    exists(path);
                }
            }
            case RENAME -> {
                if (operation.succeeded()) {
                    renamed(operation);
                }
            }
            case DELETE, BULK_DELETE -> {
                if (operation.succeeded()) {
                    exists(path);
                    now.delete(path);
                }
            }
            case CONCAT -> now.delete(operation.other());
            case LIST_STATUS, LIST_STATUS_ITERATOR, LIST_LOCATED_STATUS, LIST_FILES -> listed(path);
            case EXISTS, IS_FILE -> {
                if (operation.succeeded()) {
                    exists(path);
                }
            }
            case GET_FILE_STATUS, GET_FILE_LINK_STATUS, IS_DIRECTORY -> {
                if (isDirectory(operation)) {
                    needs(path);
                }
            }
            case SET_PERMISSION, SET_TIMES, SET_STORAGE_POLICY, GET_STORAGE_POLICY, GET_CONTENT_SUMMARY -> exists(path);
            default -> {}
        }
    }

    private static boolean isDirectory(Operation operation) {
        TraceEvent event = operation.event();
        return event.call() == Call.IS_DIRECTORY
                ? operation.succeeded()
                : Details.value(event.detail(), "directory").equals("true");
    }

    /** A call found a file that was not created during the trace. */
    private EarlierFile found(String path, int file) {
        String before = now.before(path);
        EarlierFile earlier = new EarlierFile(before, file);
        if (now.get(path) == null || now.get(path) == Directories.Type.ANY) {
            unknown.remove(before);
            byPath.put(before, earlier);
            needs(Operation.parent(path));
            now.put(path, Directories.Type.FILE);
        }
        return earlier;
    }

    private void created(Operation operation) {
        String parent = Operation.parent(operation.path());
        if (Details.value(operation.event().detail(), "recursive").equals("false")) {
            needs(parent);
        } else {
            made(parent);
        }
        now.put(operation.path(), Directories.Type.FILE);
    }

    private void renamed(Operation operation) {
        String detail = operation.event().detail();
        boolean exact = Details.contains(detail, "options") || Details.contains(detail, "overwrite");
        exists(operation.path());
        needs(Operation.parent(operation.other()));
        now.rename(operation.path(), operation.other(), exact);
    }

    /** A listed path is a directory, unless a file was there. */
    private void listed(String path) {
        if (now.get(path) != Directories.Type.FILE) {
            needs(path);
        }
    }

    /** A directory that now exists, with those above it; the ones that a call needs later are not from before the trace. */
    private void made(String path) {
        for (String at = path; inRoot(at) && now.get(at) == null; at = Operation.parent(at)) {
            now.put(at, Directories.Type.DIRECTORY);
        }
    }

    /** Something is at this path. */
    private void exists(String path) {
        if (now.get(path) == null && inRoot(path)) {
            unknown.add(now.before(path));
            needs(Operation.parent(path));
            now.put(path, Directories.Type.ANY);
        }
    }

    /** A directory is at this path. */
    private void needs(String path) {
        for (String at = path; inRoot(at); at = Operation.parent(at)) {
            Directories.Type type = now.get(at);
            if (type != null && type != Directories.Type.ANY) {
                return;
            }
            String before = now.before(at);
            unknown.remove(before);
            if (inRoot(before)) {
                directories.add(before);
            }
            now.put(at, Directories.Type.DIRECTORY);
        }
    }

    private boolean inRoot(String path) {
        return path.length() > root.length() && path.startsWith(root + "/");
    }

    /** Returns the directories, each after those above it. */
    List<String> directories() {
        return List.copyOf(directories);
    }

    /** Returns the files, ordered by path. A path whose type no call shows is an empty file. */
    List<PlannedFile> files() {
        Map<String, PlannedFile> planned = new TreeMap<>();
        unknown.forEach(path -> planned.put(path, new PlannedFile(path, -1, 0, -1, -1, "")));
        byPath.forEach((path, file) -> {
            FileFacts facts = catalog.file(file.file);
            planned.put(
                    path,
                    new PlannedFile(
                            path,
                            file.file,
                            file.size(trim),
                            facts.replication(),
                            facts.blockSize(),
                            ecPolicies.getOrDefault(file.file, "")));
        });
        planned.keySet().removeAll(directories);
        return new ArrayList<>(planned.values());
    }

    /** Returns the erasure coding policies of files, also of those that were created during the trace, by their number. */
    public Map<Integer, String> ecPolicies() {
        return ecPolicies;
    }

    /** Returns the number of files to prepare. */
    public int fileCount() {
        return files().size();
    }

    /** Returns the number of directories to prepare. */
    public int directoryCount() {
        return directories.size();
    }

    /** Returns the bytes to write. */
    public long bytes() {
        return files().stream().mapToLong(PlannedFile::size).sum();
    }
}
