package org.underbase.exalt.hbase;

import com.google.common.collect.Iterables;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.MemStoreSizing;
import org.apache.hadoop.hbase.regionserver.RegionServicesForStores;

/**
 * HBase's memstore with Tardis data compressed: {@code hbase.regionserver.memstore.class} at a RegionServer. HBase flushes by
 * heap, a region as well as a server: {@link #COUNTS_KEY} says which heap it is told of. For in-memory compaction {@code NONE},
 * HBase's default. What was a change of HBase's source in NSDI '14, section 4, is an extension point today. As thread-safe as
 * what it extends.
 */
public final class TardisMemStore extends DefaultMemStore {
    /**
     * What HBase is told that values take: {@code heap}, the default, what they take here, so that limits of flushes are hardly ever
     * reached; {@code data}, what they would take in HBase's own memstore, so that it flushes when that would.
     */
    public static final String COUNTS_KEY = "exalt.memstore.counts";

    private final boolean countsData;

    /**
     * For HBase.
     *
     * @param conf of the store
     * @param comparator of its cells
     * @param services of its region
     */
    public TardisMemStore(Configuration conf, CellComparator comparator, RegionServicesForStores services) {
        super(withoutCopies(conf), comparator, services);
        String counts = conf.get(COUNTS_KEY, "heap");
        if (!counts.equals("heap") && !counts.equals("data")) {
            throw new IllegalArgumentException(COUNTS_KEY + " is '" + counts + "': it should be heap or data");
        }
        countsData = counts.equals("data");
    }

    /** HBase would copy each cell, with its whole value, into a large chunk. */
    private static Configuration withoutCopies(Configuration conf) {
        return new CompoundConfiguration().add(conf).addStringMap(Map.of(MemStoreLAB.USEMSLAB_KEY, "false"));
    }

    @Override
    public void add(Cell cell, MemStoreSizing sizing) {
        super.add(DescribedCell.of(cell, countsData), sizing);
    }

    @Override
    public void add(Iterable<Cell> cells, MemStoreSizing sizing) {
        for (Cell each : cells) {
            add(each, sizing);
        }
    }

    @Override
    public void upsert(Iterable<Cell> cells, long readPoint, MemStoreSizing sizing) {
        super.upsert(Iterables.transform(cells, cell -> DescribedCell.of(cell, countsData)), readPoint, sizing);
    }
}
