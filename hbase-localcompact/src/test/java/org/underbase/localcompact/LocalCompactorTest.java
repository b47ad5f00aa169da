package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
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
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LocalCompactorTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");

    /** The Master's local store has no RegionServer; advice to add the service would be wrong. */
    @Test
    void storeWithoutRegionServerIsCompactedWithoutWarning(@TempDir java.nio.file.Path directory) throws IOException {
        Configuration conf = HBaseConfiguration.create();
        Path root = new Path(directory.toUri());
        conf.set("fs.defaultFS", "file:///");
        conf.set(HConstants.HBASE_DIR, root.toString());
        conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
        conf.set(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, LocalCompactor.class.getName());
        CommonFSUtils.setRootDir(conf, root);
        TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build();
        RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
        WALFactory logs = new WALFactory(conf, "local-compactor");
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(LocalCompactor.class));
        try {
            HRegion region = HRegion.createHRegion(info, root, conf, table, logs.getWAL(info));
            for (int file = 0; file < 3; file++) {
                region.put(new Put(Bytes.toBytes(file)).addColumn(FAMILY, null, FAMILY));
                region.flush(true);
            }
            region.compact(true);
            assertThat(region.getStore(FAMILY).getStorefiles()).hasSize(1);
            region.close();
        } finally {
            log.stopCapturing();
            logs.close();
        }
        assertThat(log.getOutput()).isEmpty();
    }
}
