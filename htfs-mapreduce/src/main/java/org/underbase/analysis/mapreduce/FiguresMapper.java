package org.underbase.analysis.mapreduce;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.underbase.analysis.access.AccessCollector;
import org.underbase.analysis.access.Chunk;
import org.underbase.analysis.access.ChunkSink;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.run.SliceSource;
import org.underbase.htfs.format.TraceEvent;

/** Mapper of the second job: passes the events of a split to the figures, and writes the accesses by file. */
final class FiguresMapper extends Mapper<IntWritable, SliceSource, TaskKey, BytesWritable> {
    private AllPartials sums;
    /** Empty if no figure needs the files. */
    private Optional<AccessCollector> accesses = Optional.empty();

    @Override
    protected void setup(Context context) throws IOException {
        FiguresTask task = new FiguresTask(context.getConfiguration());
        int split = ((TraceSplit) context.getInputSplit()).number();
        sums = task.start();
        accesses = task.keys()
                .map(keys -> new AccessCollector(
                        keys,
                        new Output(context),
                        split,
                        task.figures().detail(),
                        task.trace().definitions().systemInCore()));
    }

    @Override
    protected void map(IntWritable slice, SliceSource source, Context context)
            throws IOException, InterruptedException {
        Consumer<TraceEvent> files = accesses.<Consumer<TraceEvent>>map(collector -> collector::accept)
                .orElse(event -> {});
        source.read(event -> {
            sums.accept(event);
            files.accept(event);
        });
        TraceCounter.add(context, source.report());
        context.write(TaskKey.slice(slice.get()), Wire.bytes(source::writeState));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
        if (accesses.isPresent()) {
            accesses.get().end();
        }
        int split = ((TraceSplit) context.getInputSplit()).number();
        context.write(TaskKey.partial(split), Wire.of(sums));
    }

    private record Output(Context context) implements ChunkSink {
        @Override
        public void add(Chunk chunk) throws IOException {
            try {
                context.write(TaskKey.of(chunk), Wire.bytes(chunk::write));
                TraceCounter.CHUNKS.add(context, 1);
                TraceCounter.ACCESSES.add(context, chunk.count());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the task was stopped");
            }
        }

        @Override
        public long encoderBytes() {
            return Runtime.getRuntime().maxMemory() / 4;
        }
    }
}
