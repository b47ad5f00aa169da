package org.underbase.bench.tiers.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Client that runs programs, one at a time, and reports their jobs. Not thread-safe. */
final class Jobs {
    private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Configuration conf;
    private final Cluster cluster;

    /** @param conf configuration of jobs */
    Jobs(Configuration conf) throws IOException {
        this.conf = conf;
        this.cluster = new Cluster(conf);
    }

    /**
     * Runs a program.
     *
     * @throws IOException if it fails
     */
    ToolResult run(ToolRequest request) throws IOException, InterruptedException {
        Set<JobID> before = new HashSet<>(ids());
        long start = System.nanoTime();
        int exit = execute(request);
        double seconds = (System.nanoTime() - start) / 1e9;
        List<JobRun> runs = new ArrayList<>();
        for (JobID id : ids()) {
            if (!before.contains(id)) {
                runs.add(run(cluster.getJob(id)));
            }
        }
        if (exit != 0) {
            throw new IOException(request.tool() + " failed with exit code " + exit);
        }
        return new ToolResult(seconds, runs);
    }

    private int execute(ToolRequest request) throws IOException, InterruptedException {
        try {
            Class<? extends Tool> tool = conf.getClassByName(request.tool()).asSubclass(Tool.class);
            Configuration own = new Configuration(conf);
            return ToolRunner.run(
                    own,
                    ReflectionUtils.newInstance(tool, own),
                    request.arguments().toArray(String[]::new));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(request.tool() + " failed: " + e, e);
        }
    }

    private List<JobID> ids() throws IOException, InterruptedException {
        List<JobID> ids = new ArrayList<>();
        for (JobStatus status : cluster.getAllJobStatuses()) {
            ids.add(status.getJobID());
        }
        ids.sort(Comparator.naturalOrder());
        return ids;
    }

    private static JobRun run(Job job) throws IOException, InterruptedException {
        JobStatus status = job.getStatus();
        if (status.getState() != JobStatus.State.SUCCEEDED) {
            throw new IOException("job " + status.getJobID() + " (" + status.getJobName() + ") has the state "
                    + status.getState() + ": " + status.getFailureInfo());
        }
        Map<String, Long> counters = new TreeMap<>();
        for (CounterGroup group : job.getCounters()) {
            for (Counter counter : group) {
                counters.merge(counter.getName(), counter.getValue(), Long::sum);
            }
        }
        return new JobRun(
                status.getJobName(),
                (status.getFinishTime() - status.getStartTime()) / MILLIS,
                counters,
                tasks(job, TaskType.MAP),
                tasks(job, TaskType.REDUCE));
    }

    private static List<TaskRun> tasks(Job job, TaskType type) throws IOException, InterruptedException {
        List<TaskRun> tasks = new ArrayList<>();
        for (TaskReport report : job.getTaskReports(type)) {
            tasks.add(new TaskRun(
                    (report.getFinishTime() - report.getStartTime()) / MILLIS,
                    bytes(report, FileSystemCounter.BYTES_READ),
                    bytes(report, FileSystemCounter.BYTES_WRITTEN)));
        }
        return tasks;
    }

    private static long bytes(TaskReport report, FileSystemCounter counter) {
        return report.getTaskCounters().findCounter("HDFS", counter).getValue();
    }
}
