package org.underbase.analysis.mapreduce;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.figure.AllFigures.AllPartials;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.StageRunner;
import org.underbase.htfs.format.TraceSlice;

/** Execution of the stages of an analysis as MapReduce jobs on YARN. */
public final class YarnRunner implements StageRunner {
    @Override
    public String name() {
        return "yarn";
    }

    @Override
    public Figures run(Configuration conf, List<SliceSource> sources, Settings settings, Progress progress)
            throws IOException, InterruptedException {
        Configuration base = JobSettings.of(conf);
        List<TraceSlice> slices = sources.stream().map(SliceSource::slice).toList();
        JobSettings.requireShared(base, slices);
        if (settings.image().isPresent()) {
            JobSettings.requireShared(base, settings.image().get());
        }
        TaskSettings.write(base, settings);
        JobSettings.resourceManager(base)
                .ifPresent(address -> progress.remark("connecting to ResourceManager " + address));
        try (WorkDirectory work = WorkDirectory.create(base)) {
            if (settings.figures().detail() == FileDetail.NONE) {
                progress.begin(new Progress.Stage(1, 1, "calls", Progress.Unit.BYTES));
                return figures(work, sources, List.of(), Optional.empty(), progress);
            }
            Path catalog = work.path("catalog");
            progress.begin(new Progress.Stage(1, 2, "files of the trace", Progress.Unit.BYTES));
            List<BytesWritable> states = catalog(work, slices, catalog, progress);
            progress.begin(new Progress.Stage(2, 2, "calls on each file", Progress.Unit.BYTES));
            return figures(work, sources, states, Optional.of(catalog), progress);
        }
    }

    /** Runs the first job, and returns the states of the slices. */
    private static List<BytesWritable> catalog(
            WorkDirectory work, List<TraceSlice> slices, Path output, Progress progress)
            throws IOException, InterruptedException {
        Job job = work.job("catalog", slices, List.of(), output);
        job.setMapperClass(CatalogMapper.class);
        job.setReducerClass(CatalogReducer.class);
        job.setNumReduceTasks(1);
        JobRun.run(job, bytes(slices), progress);
        List<BytesWritable> states = new ArrayList<>();
        read(job, (key, value) -> states.add(value));
        return states;
    }

    private static Figures figures(
            WorkDirectory work,
            List<SliceSource> sources,
            List<BytesWritable> states,
            Optional<Path> catalog,
            Progress progress)
            throws IOException, InterruptedException {
        List<TraceSlice> slices = sources.stream().map(SliceSource::slice).toList();
        Job job = work.job("figures", slices, states, work.path("figures"));
        job.setMapperClass(FiguresMapper.class);
        job.setReducerClass(FiguresReducer.class);
        job.setPartitionerClass(TaskPartitioner.class);
        job.setNumReduceTasks(JobSettings.reducers(job.getConfiguration(), bytes(slices)));
        catalog.ifPresent(path -> FiguresTask.configure(job.getConfiguration(), path));
        JobRun.run(job, bytes(slices), progress);
        FiguresTask task = new FiguresTask(job.getConfiguration());
        AllPartials whole = task.start();
        read(job, (key, value) -> {
            if (key.kind() == TaskKey.PARTIAL) {
                whole.merge(Wire.read(value, task.start()));
            } else {
                try (DataInputStream in = Wire.input(value)) {
                    sources.get(key.number()).readState(in);
                }
            }
        });
        return task.figures().finish(whole, task.trace());
    }

    private static long bytes(List<TraceSlice> slices) {
        return slices.stream().mapToLong(slice -> slice.end() - slice.start()).sum();
    }

    @FunctionalInterface
    private interface Records {
        void accept(TaskKey key, BytesWritable value) throws IOException;
    }

    /** Reads the output of a job, in the order of its reducers. */
    private static void read(Job job, Records records) throws IOException {
        Configuration conf = job.getConfiguration();
        Path directory = FileOutputFormat.getOutputPath(job);
        FileStatus[] parts = directory.getFileSystem(conf).globStatus(new Path(directory, "part-r-*"));
        for (FileStatus part : parts) {
            try (SequenceFile.Reader reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(part.getPath()))) {
                for (TaskKey key = new TaskKey(); reader.next(key); ) {
                    BytesWritable value = new BytesWritable();
                    reader.getCurrentValue(value);
                    records.accept(key, value);
                }
            }
        }
    }
}
