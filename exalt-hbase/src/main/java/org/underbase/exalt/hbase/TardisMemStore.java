package org.underbase.exalt.hbase;

import com.google.common.collect.Iterables;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.MemStoreSizing;
import org.apache.hadoop.hbase.regionserver.RegionServicesForStores;
import org.underbase.operator.config.ConfigKey;

/**
 * HBase memstore that keeps Tardis data compressed, set as {@code hbase.regionserver.memstore.class} of a RegionServer. HBase flushes
 * regions and servers by heap; {@link #ACCOUNTING} selects the heap that this memstore reports. Requires in-memory compaction
 * {@code NONE}, HBase's default. NSDI '14, section 4, patched HBase for this; HBase now has an extension point. As thread-safe as its
 * superclass.
 */
public final class TardisMemStore extends DefaultMemStore {
    /** Key that selects the heap size that the memstore reports for a value. */
    public static final ConfigKey ACCOUNTING = ConfigKey.of(
                    "exalt.memstore.accounting",
                    "heap or data",
                    "heap",
                    "Heap that the Exalt memstore reports for a value: `heap` is the compressed size, so that flush limits are rarely"
                            + " reached; `data` is the size in the stock memstore, so that regions flush when they would with stock HBase.")
            .readBy("RegionServer");

    private final boolean accountsData;

    /**
     * Creates a memstore; HBase calls this by reflection.
     *
     * @param conf configuration of the store
     * @param comparator comparator of the store's cells
     * @param services services of the region
     */
    public TardisMemStore(Configuration conf, CellComparator comparator, RegionServicesForStores services) {
        super(withoutCopies(conf), comparator, services);
        accountsData = ACCOUNTING.choice(conf, List.of("heap", "data")).equals("data");
    }

    /** Disables the MSLAB, which would copy each cell with its uncompressed value into a chunk. */
    private static Configuration withoutCopies(Configuration conf) {
        return new CompoundConfiguration().add(conf).addStringMap(Map.of(MemStoreLAB.USEMSLAB_KEY, "false"));
    }

    @Override
    public void add(Cell cell, MemStoreSizing sizing) {
        super.add(TardisCell.of(cell, accountsData), sizing);
    }

    @Override
    public void add(Iterable<Cell> cells, MemStoreSizing sizing) {
        for (Cell each : cells) {
            add(each, sizing);
        }
    }

    @Override
    public void upsert(Iterable<Cell> cells, long readPoint, MemStoreSizing sizing) {
        super.upsert(Iterables.transform(cells, cell -> TardisCell.of(cell, accountsData)), readPoint, sizing);
    }
}
