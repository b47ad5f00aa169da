package org.underbase.analysis.mapreduce;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.Reducer;
import org.underbase.analysis.access.Chunk;
import org.underbase.analysis.access.FileMerge;
import org.underbase.analysis.access.TempDirectory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.figure.AllFigures.OneFile;
import org.underbase.analysis.operator.FieldInput;

/**
 * Reducer of the second job: passes the accesses to each of its files to the figures, in the order of time. The first one also
 * adds the states of all splits.
 */
final class FiguresReducer extends Reducer<TaskKey, BytesWritable, TaskKey, BytesWritable> {
    private FiguresTask task;
    private AllPartials sums;
    private FileMerge accesses;
    private DataInputStream facts;
    private int reducers;
    private int number;
    /** Key of the next file in {@link #facts}. */
    private int next;
    /** File whose accesses are arriving, or -1. */
    private int current = -1;

    @Override
    protected void setup(Context context) throws IOException {
        task = new FiguresTask(context.getConfiguration());
        sums = task.start();
        facts = task.facts();
        reducers = context.getNumReduceTasks();
        number = context.getTaskAttemptID().getTaskID().getId();
        accesses = new FileMerge(
                TempDirectory.in(Path.of(System.getProperty("java.io.tmpdir"))),
                Runtime.getRuntime().maxMemory() / 4);
    }

    @Override
    protected void reduce(TaskKey key, Iterable<BytesWritable> values, Context context)
            throws IOException, InterruptedException {
        for (BytesWritable value : values) {
            switch (key.kind()) {
                case TaskKey.PARTIAL -> sums.merge(Wire.read(value, task.start()));
                case TaskKey.CHUNK -> add(key.number(), value);
                default -> context.write(key, value);
            }
        }
    }

    private void add(int file, BytesWritable value) throws IOException {
        if (file != current) {
            filesBefore(file);
            current = file;
        }
        try (DataInputStream in = Wire.input(value)) {
            accesses.add(Chunk.read(in));
        }
    }

    /** Passes the current file, and those without accesses up to a key. */
    private void filesBefore(int end) throws IOException {
        for (; next < end; next++) {
            FileFacts file = FileFacts.BLANK.transfer(new FieldInput(facts));
            if (next % reducers == number) {
                OneFile visitors = sums.file(file);
                accesses.end(visitors::add);
                visitors.end();
            }
        }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
        filesBefore(task.files());
        context.write(TaskKey.partial(number), Wire.of(sums));
    }

    /** Closes the files also if a record fails; the framework then does not call {@link #cleanup}. */
    @Override
    public void run(Context context) throws IOException, InterruptedException {
        try {
            super.run(context);
        } finally {
            IOUtils.closeStreams(accesses, facts);
        }
    }
}
