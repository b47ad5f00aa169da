package org.underbase.parquet.table;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Writer of rows by their columns. */
final class RowSupport<T> extends WriteSupport<T> {
    private final List<Column<T>> columns;
    private RecordConsumer out;

    RowSupport(List<Column<T>> columns) {
        this.columns = List.copyOf(columns);
    }

    // Deprecated and abstract.
    @SuppressWarnings("deprecation")
    @Override
    public WriteContext init(Configuration configuration) {
        List<Type> types = columns.stream().<Type>map(Column::type).toList();
        return new WriteContext(new MessageType("row", types), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
        out = consumer;
    }

    @Override
    public void write(T row) {
        out.startMessage();
        for (int i = 0; i < columns.size(); i++) {
            Column<T> column = columns.get(i);
            if (column.has().test(row)) {
                out.startField(column.name(), i);
                column.value().write(row, out);
                out.endField(column.name(), i);
            }
        }
        out.endMessage();
    }
}
