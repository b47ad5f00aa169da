package org.underbase.parquet.row;

import java.util.SortedMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.Fields;

/** Fields of rows: numbers and texts. */
abstract class RowFields implements Fields {
    static final int BUFFER = 1 << 16;

    @Override
    public final Histogram histogram(Histogram value) {
        throw new UnsupportedOperationException("a row has no histogram");
    }

    @Override
    public final <K, V> void map(SortedMap<K, V> map, K key, Supplier<V> value, Transfer<K> keys, Transfer<V> values) {
        throw new UnsupportedOperationException("a row has no map");
    }
}
