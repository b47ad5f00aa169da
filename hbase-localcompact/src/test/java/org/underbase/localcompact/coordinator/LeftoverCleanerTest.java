package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.HFileArchiveUtil;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoverCleanerTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");

    @TempDir
    java.nio.file.Path directory;

    private final AtomicBoolean online = new AtomicBoolean(true);
    private Configuration conf;
    private FileSystem fs;
    private WALFactory logs;
    private HRegion region;
    private HStore store;
    private LeftoverCleaner cleaner;
    private Path published;

    @BeforeEach
    void open() throws IOException {
        conf = HBaseConfiguration.create();
        Path root = new Path(directory.toUri());
        conf.set(HConstants.HBASE_DIR, root.toString());
        conf.set("fs.defaultFS", "file:///");
        conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
        CommonFSUtils.setRootDir(conf, root);
        logs = new WALFactory(conf, "leftovers");
        create("FILE");
    }

    private void create(String tracker) throws IOException {
        TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t" + tracker))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue("hbase.store.file-tracker.impl", tracker)
                .build();
        RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
        Path root = CommonFSUtils.getRootDir(conf);
        region = HRegion.createHRegion(info, root, conf, table, logs.getWAL(info));
        region.put(new Put(FAMILY).addColumn(FAMILY, FAMILY, FAMILY));
        assertThat(region.flush(true).isFlushSucceeded()).isTrue();
        store = region.getStore(FAMILY);
        fs = region.getFilesystem();
        published = store.getStorefiles().iterator().next().getPath();
        cleaner = new LeftoverCleaner(fs, any -> online.get());
    }

    @AfterEach
    void close() throws IOException {
        region.close();
        logs.close();
    }

    /** Creates a file that is not in the tracker's list. */
    private Path leftover(String name) throws IOException {
        Path path = new Path(published.getParent(), name);
        FileUtil.copy(fs, published, fs, path, false, conf);
        return path;
    }

    private Set<String> names(Path of) throws IOException {
        Set<String> names = new TreeSet<>();
        if (fs.exists(of)) {
            for (FileStatus each : fs.listStatus(of)) {
                if (each.isFile()) {
                    names.add(each.getPath().getName());
                }
            }
        }
        return names;
    }

    private Path archive() throws IOException {
        return HFileArchiveUtil.getStoreArchivePath(
                conf, region.getRegionInfo(), published.getParent().getParent().getParent(), FAMILY);
    }

    @Test
    void namesAreThoseOfStoreFiles() {
        assertThat(LeftoverCleaner.newName()).matches("10ca1c[0-9a-f]{26}").isNotEqualTo(LeftoverCleaner.newName());
    }

    @Test
    void unpublishedOutputIsArchivedAndOthersRemain() throws IOException {
        String output = LeftoverCleaner.newName();
        leftover(output);
        String foreign = leftover("0123456789abcdef0123456789abcdef").getName();
        cleaner.opened(store);
        cleaner.clean();
        assertThat(names(published.getParent())).containsExactlyInAnyOrder(published.getName(), foreign);
        assertThat(names(archive())).containsExactly(output);
    }

    @Test
    void storeIsCleanedOncePerOpening() throws IOException {
        cleaner.opened(store);
        cleaner.clean();
        String output = leftover(LeftoverCleaner.newName()).getName();
        cleaner.clean();
        assertThat(names(published.getParent())).contains(output);
    }

    /** The files of a store are unknown until its region is online. */
    @Test
    void storeIsCleanedWhenRegionIsOnline() throws IOException {
        String output = leftover(LeftoverCleaner.newName()).getName();
        online.set(false);
        cleaner.opened(store);
        cleaner.clean();
        assertThat(names(published.getParent())).contains(output);
        online.set(true);
        cleaner.clean();
        assertThat(names(published.getParent())).containsExactly(published.getName());
    }

    /** A published output has the same kind of name. */
    @Test
    void publishedOutputRemains() throws IOException {
        Path output = leftover(LeftoverCleaner.newName());
        store.getStoreEngine()
                .addStoreFiles(java.util.List.of(store.getStoreEngine().createStoreFileAndReader(output)), () -> {});
        assertThat(store.getStorefiles()).extracting(HStoreFile::getPath).contains(output);
        cleaner.opened(store);
        cleaner.clean();
        assertThat(names(published.getParent())).contains(output.getName());
    }

    @Test
    void defaultTrackerIsNotCleaned() throws IOException {
        region.close();
        create("DEFAULT");
        String output = leftover(LeftoverCleaner.newName()).getName();
        cleaner.opened(store);
        cleaner.clean();
        assertThat(names(published.getParent())).contains(output);
    }

    @Test
    void closedStoreIsForgotten() throws IOException {
        String output = leftover(LeftoverCleaner.newName()).getName();
        cleaner.opened(store);
        region.close();
        cleaner.clean();
        assertThat(names(published.getParent())).contains(output);
    }
}
