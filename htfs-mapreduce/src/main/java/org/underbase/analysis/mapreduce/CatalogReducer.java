package org.underbase.analysis.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.Operator;

/**
 * The one reducer of the first job: computes the catalog from all records of the namespace, whose order over all processes
 * decides which files are the same. Its output contains the states of the slices.
 */
final class CatalogReducer extends Reducer<TaskKey, BytesWritable, TaskKey, BytesWritable> {
    private Operator<CatalogPartial, CatalogPartial> operator;
    private CatalogPartial records;

    @Override
    protected void setup(Context context) {
        operator = FileCatalog.records();
        records = operator.start();
    }

    @Override
    protected void reduce(TaskKey key, Iterable<BytesWritable> values, Context context)
            throws IOException, InterruptedException {
        for (BytesWritable value : values) {
            if (key.kind() == TaskKey.PARTIAL) {
                records.merge(Wire.read(value, operator.start()));
            } else {
                context.write(key, value);
            }
        }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
        FileCatalog catalog = TaskSettings.read(context.getConfiguration()).catalog(records, context::progress);
        new CatalogFiles(context.getConfiguration(), FileOutputFormat.getWorkOutputPath(context)).write(catalog);
        TraceCounter.FILES.add(context, catalog.size());
    }
}
