package org.underbase.analysis.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.run.SliceSource;

/** Mapper of the first job: collects the records of the namespace of a split. */
final class CatalogMapper extends Mapper<IntWritable, SliceSource, TaskKey, BytesWritable> {
    private final CatalogPartial records = FileCatalog.operator().start();

    @Override
    protected void map(IntWritable slice, SliceSource source, Context context)
            throws IOException, InterruptedException {
        source.read(records);
        context.progress();
        context.write(TaskKey.slice(slice.get()), Wire.bytes(source::writeState));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
        int split = ((TraceSplit) context.getInputSplit()).number();
        context.write(TaskKey.partial(split), Wire.of(records));
    }
}
