package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Archives the unpublished outputs of servers that were killed, once after each opening of a store. HBase clears only the
 * temporary directory of a region, and with the FILE store file tracker outputs are in the directory of the family. Outputs of
 * local compactions have names of their own, so that no other file is touched. Thread-safe.
 *
 * <p>A file that HBase had compacted when the server was killed looks the same; a snapshot may need it. Therefore files are
 * archived, not deleted.
 */
final class LeftoverCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverCleaner.class);

    private static final String PREFIX = "10ca1c";
    private static final int NAME_LENGTH = 32;
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + (NAME_LENGTH - PREFIX.length()) + "}");

    private final FileSystem fs;
    private final Predicate<HStore> online;
    private final Queue<WeakReference<HStore>> opened = new ConcurrentLinkedQueue<>();

    /** {@code online} tests whether the region of a store is open, with all of its files, on this server. */
    LeftoverCleaner(FileSystem fs, Predicate<HStore> online) {
        this.fs = fs;
        this.online = online;
    }

    /** Returns a new name for an output, which HBase accepts as that of a store file. */
    static String newName() {
        return PREFIX + UUID.randomUUID().toString().replace("-", "").substring(PREFIX.length());
    }

    /** Registers a store that is being opened. */
    void opened(HStore store) {
        opened.add(new WeakReference<>(store));
    }

    /** Cleans all registered stores that are online; the others remain registered unless they were closed. */
    void clean() {
        int count = opened.size();
        for (int i = 0; i < count; i++) {
            WeakReference<HStore> next = opened.poll();
            HStore store = next == null ? null : next.get();
            if (store == null || store.getHRegion().isClosed()) {
                continue;
            }
            try {
                if (online.test(store)) {
                    clean(store);
                } else {
                    opened.add(next);
                }
            } catch (IOException | RuntimeException e) {
                LOG.warn("Cannot clean the directory of {}, will retry", store, e);
                opened.add(next);
            }
        }
    }

    private void clean(HStore store) throws IOException {
        if (!store.isPrimaryReplicaStore() || store.getStoreEngine().requireWritingToTmpDirFirst()) {
            return;
        }
        Path directory = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
        List<Path> found = new ArrayList<>();
        for (FileStatus each :
                fs.listStatus(directory, path -> NAME.matcher(path.getName()).matches())) {
            if (each.isFile()) {
                found.add(each.getPath());
            }
        }
        // After the listing, and in the order of a file's life: a file that HBase publishes now is in one of the sets.
        Set<String> known = new HashSet<>();
        store.getStoreFilesBeingWritten().forEach(path -> known.add(path.getName()));
        add(store.getStorefiles(), known);
        add(store.getCompactedFiles(), known);
        for (Path path : found) {
            if (!known.contains(path.getName())) {
                store.getRegionFileSystem().removeStoreFile(store.getColumnFamilyName(), path);
                LOG.info("Archived output of a local compaction that was not published: {}", path);
            }
        }
    }

    private static void add(Collection<HStoreFile> files, Set<String> names) {
        files.forEach(file -> names.add(file.getPath().getName()));
    }
}
