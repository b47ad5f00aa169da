package org.underbase.analysis.mapreduce;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.underbase.analysis.access.TempDirectory;
import org.underbase.htfs.format.TraceSlice;

/**
 * Directory of the input and output of the jobs, in the parent of the submitter's staging directory. It contains paths of the trace:
 * only the submitter can read it. It is deleted when it is closed, or at the exit of the process.
 */
final class WorkDirectory implements Closeable {
    private static final FsPermission OWNER = new FsPermission((short) 0700);

    private final Configuration conf;
    private final FileSystem fs;
    private final Path path;
    private final TempDirectory local;
    private final java.nio.file.Path jar;

    private WorkDirectory(Configuration conf, FileSystem fs, Path path, TempDirectory local) throws IOException {
        this.conf = conf;
        this.fs = fs;
        this.path = path;
        this.local = local;
        this.jar = JobJar.create(local.path());
    }

    static WorkDirectory create(Configuration conf) throws IOException, InterruptedException {
        Path staging;
        Cluster cluster = new Cluster(conf);
        try {
            staging = cluster.getStagingAreaDir();
        } finally {
            cluster.close();
        }
        FileSystem fs = staging.getFileSystem(conf);
        Path path = fs.makeQualified(new Path(staging.getParent(), "underbase-analyze-" + UUID.randomUUID()));
        TempDirectory local = TempDirectory.in(java.nio.file.Path.of(System.getProperty("java.io.tmpdir")));
        try {
            fs.mkdirs(path, OWNER);
            // The umask does not apply to it.
            fs.setPermission(path, OWNER);
            fs.deleteOnExit(path);
            return new WorkDirectory(conf, fs, path, local);
        } catch (IOException | RuntimeException e) {
            local.close();
            throw e;
        }
    }

    Path path(String name) {
        return new Path(path, name);
    }

    /**
     * Creates a job that reads a trace, with tokens for all of its file systems.
     *
     * @param slices all slices of the trace
     * @param states states of the slices after an earlier reading; empty before the first one
     * @param output directory of the output
     */
    Job job(String name, List<TraceSlice> slices, List<BytesWritable> states, Path output) throws IOException {
        Job job = Job.getInstance(conf, "underbase analyze: " + name);
        job.setJar(jar.toString());
        job.setInputFormatClass(TraceInputFormat.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
        job.setOutputKeyClass(TaskKey.class);
        job.setOutputValueClass(BytesWritable.class);
        FileOutputFormat.setOutputPath(job, output);
        Path[] paths = slices.stream()
                .map(slice -> new Path(slice.path()).getParent())
                .distinct()
                .toArray(Path[]::new);
        TraceInputFormat.write(
                job.getConfiguration(), path(name + "-splits"), new SplitPlan(conf).splits(slices, states));
        TokenCache.obtainTokensForNamenodes(job.getCredentials(), paths, job.getConfiguration());
        return job;
    }

    @Override
    public void close() throws IOException {
        try (local) {
            fs.delete(path, true);
            fs.cancelDeleteOnExit(path);
        }
    }
}
