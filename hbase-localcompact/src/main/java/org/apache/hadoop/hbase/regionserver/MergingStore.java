package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Store for one merge of given files by HBase's own compactor. It is not registered with the server.
 *
 * <p>It is in HBase's package because the constructors of {@code HRegionFileSystem} and {@code HStore} and the setters of
 * {@code CompactionRequestImpl} are package-private or protected.
 */
public final class MergingStore extends HStore {
    private final Collection<String> compacted;
    private final AtomicReference<CompactionProgress> done = new AtomicReference<>();

    private MergingStore(
            HRegion region, ColumnFamilyDescriptor family, Configuration conf, Collection<String> compacted)
            throws IOException {
        super(region, family, conf, false);
        this.compacted = List.copyOf(compacted);
    }

    /**
     * Inputs and parameters of a merge.
     *
     * @param conf configuration of the store, with the input files for its tracker
     * @param fs file system for the inputs, whose {@code create} receives the output
     * @param tableDir directory of the table
     * @param region region of the files
     * @param table descriptor of the table
     * @param family descriptor of the family
     * @param readPoint smallest read point of all scanners
     * @param major whether the compaction is a major one
     * @param allFiles whether it includes all files of the store
     * @param inputs input files in order
     * @param compacted names of files that are compacted and not archived
     */
    public record Order(
            Configuration conf,
            FileSystem fs,
            Path tableDir,
            RegionInfo region,
            TableDescriptor table,
            ColumnFamilyDescriptor family,
            long readPoint,
            boolean major,
            boolean allFiles,
            List<Path> inputs,
            List<String> compacted) {}

    /**
     * Merges the inputs on the caller's thread; HBase's threads only open and close the files.
     *
     * @param order inputs and parameters
     * @param throughput throughput limit
     * @param progress receiver of the progress source, which may be queried at any time
     * @throws IOException if an input cannot be read or the output cannot be written
     */
    public static void merge(
            Order order, ThroughputController throughput, Consumer<Supplier<CompactionProgress>> progress)
            throws IOException {
        HRegionFileSystem files = new HRegionFileSystem(order.conf(), order.fs(), order.tableDir(), order.region());
        HRegion region = new MergingRegion(files, order.conf(), order.table(), order.readPoint());
        MergingStore store = new MergingStore(region, order.family(), order.conf(), order.compacted());
        try {
            CompactionRequestImpl request = new CompactionRequestImpl(store.inputs(order.inputs()));
            request.setIsMajor(order.major(), order.allFiles());
            DefaultCompactor compactor = new DefaultCompactor(store.conf, store);
            progress.accept(() -> Optional.ofNullable(store.done.get()).orElseGet(compactor::getProgress));
            List<Path> written = compactor.compact(request, throughput, null);
            if (written.size() != 1) {
                throw new IOException("the merge wrote " + written.size() + " files instead of 1");
            }
        } finally {
            store.close();
        }
    }

    private List<HStoreFile> inputs(List<Path> paths) throws IOException {
        Map<String, HStoreFile> byName = new HashMap<>();
        for (HStoreFile file : getStorefiles()) {
            byName.put(file.getPath().getName(), file);
        }
        List<HStoreFile> result = new ArrayList<>();
        for (Path path : paths) {
            HStoreFile file = byName.get(path.getName());
            if (file == null) {
                throw new IOException("missing store file " + path);
            }
            result.add(file);
        }
        return result;
    }

    /** Keeps the final progress, which the compactor drops after this call. */
    @Override
    public void updateCompactedMetrics(boolean major, CompactionProgress progress) {
        super.updateCompactedMetrics(major, progress);
        done.set(progress);
    }

    /** Returns stubs: the compactor writes only the names of these files to the output (HBASE-20724). */
    @Override
    public Collection<HStoreFile> getCompactedFiles() {
        List<HStoreFile> files = new ArrayList<>();
        if (compacted == null) {
            // Called by the constructor of the superclass.
            return files;
        }
        for (String name : compacted) {
            Path path = new Path(getRegionFileSystem().getStoreDir(getColumnFamilyName()), name);
            files.add(new HStoreFile(
                    new StoreFileInfo(conf, getFileSystem(), 0, path, 0, null, null, true), BloomType.NONE, null));
        }
        return files;
    }

    private static final class MergingRegion extends HRegion {
        private final long readPoint;

        MergingRegion(HRegionFileSystem files, Configuration conf, TableDescriptor table, long readPoint) {
            super(files, null, conf, table, null);
            this.readPoint = readPoint;
        }

        /** Gives the threads the prefix of all threads of local compaction, from which traces derive the activity of a call. */
        @Override
        ThreadPoolExecutor getStoreFileOpenAndCloseThreadPool(String threadNamePrefix) {
            return super.getStoreFileOpenAndCloseThreadPool("localcompact-" + threadNamePrefix);
        }

        @Override
        public long getSmallestReadPoint() {
            return readPoint;
        }

        @Override
        public long getReadPoint(IsolationLevel level) {
            return readPoint;
        }
    }
}
