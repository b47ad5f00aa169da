package org.underbase.tier.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.client.BlockReplicas;
import org.underbase.tier.client.TierReplica;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** MapReduce jobs in this JVM that read a file with one of three replicas on the fast tier. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TieredInputFormatTest {
    private static final int BLOCKS = 48;

    @TempDir
    static Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    private org.apache.hadoop.fs.Path file;

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .nodes(2, "/r0", "fast", "disk")
                .nodes(2, "/r1", "fast", "disk")
                // Readers prefer the replica on their own node, on any tier.
                .conf("dfs.tier.retrieval", "hybrid")
                .conf("dfs.tier.fast.weight", "1")
                .conf("dfs.tier.disk.weight", "1")
                .conf("dfs.tier.retrieval.proximity.node", "1000000")
                .conf("hadoop.caller.context.enabled", "true")
                .conf(
                        "dfs.namenode.ip-proxy-users",
                        UserGroupInformation.getCurrentUser().getShortUserName())
                .build();
        TieredFiles files = new TieredFiles(cluster);
        file = files.create("input", "fast=1,disk=2", BLOCKS, 3);
        files.awaitSettled(file, "fast=1,disk=2");
    }

    /** Closes the cached file system of the jobs. */
    @AfterAll
    void closeFileSystem() throws Exception {
        if (cluster != null) {
            FileSystem.get(cluster.fileSystem().getUri(), cluster.configuration())
                    .close();
        }
    }

    private Job job() throws Exception {
        Configuration conf = new Configuration(cluster.configuration());
        conf.set("fs.defaultFS", cluster.fileSystem().getUri().toString());
        conf.set("mapreduce.framework.name", "local");
        conf.set("hadoop.tmp.dir", directory.resolve("mapreduce").toString());
        Job job = Job.getInstance(conf);
        FileInputFormat.addInputPath(job, file);
        return job;
    }

    /** Returns the share of a job's bytes that its tasks have read from the fast tier. */
    private double fastShare(boolean ordered) throws Exception {
        Job job = job();
        job.setInputFormatClass(ScheduledInputFormat.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        job.setNumReduceTasks(0);
        job.getConfiguration()
                .setClass(
                        ScheduledInputFormat.WRAPPED,
                        ordered ? TieredInputFormat.class : ScheduledInputFormat.WholeSplits.class,
                        org.apache.hadoop.mapreduce.InputFormat.class);
        job.getConfiguration().set(TierKeys.INPUT_FORMAT.name(), ScheduledInputFormat.WholeSplits.class.getName());
        assertThat(job.waitForCompletion(false)).isTrue();
        long fast = 0;
        long all = 0;
        for (Counter counter : job.getCounters().getGroup(ScheduledInputFormat.COUNTERS)) {
            all += counter.getValue();
            fast += cluster.instance(counter.getName()).tier().orElseThrow().equals("fast") ? counter.getValue() : 0;
        }
        assertThat(all).isEqualTo((long) BLOCKS * TieredFiles.BLOCK);
        return (double) fast / all;
    }

    @Test
    void jobReadsFromTheFastTierWithOrderedSplits() throws Exception {
        // Without order, a third of the tasks: more than 70% of 48 tasks happen once in 10 million runs.
        assertThat(fastShare(false)).isBetween(0.02, 0.7);
        assertThat(fastShare(true)).isGreaterThan(0.9);
    }

    @Test
    void splitsNameTheHostsInTheOrderOfTiers() throws Exception {
        Job job = job();
        job.setInputFormatClass(TextInputFormat.class);
        job.getConfiguration().set(TierKeys.INPUT_HOSTS.name(), "0");
        TieredInputFormat.wrap(job);
        TieredInputFormat.wrap(job);
        List<InputSplit> splits = new TieredInputFormat<>().getSplits(job);
        List<BlockReplicas> blocks = cluster.tiered().replicas(file);
        assertThat(splits).hasSize(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            assertThat(blocks.get(i).replicas())
                    .extracting(replica -> replica.tier().orElseThrow())
                    .containsExactly("fast", "disk", "disk");
            assertThat(splits.get(i).getLocations())
                    .hasSize(3)
                    .startsWith(blocks.get(i).replicas().get(0).host())
                    .containsExactlyInAnyOrderElementsOf(blocks.get(i).replicas().stream()
                            .map(TierReplica::host)
                            .toList());
        }
    }

    @Test
    void combinedSplitsNameTheHostWithTheMostBytesOnTheFastTierFirst() throws Exception {
        Job job = job();
        job.setInputFormatClass(CombineTextInputFormat.class);
        CombineTextInputFormat.setMaxInputSplitSize(job, 8L * TieredFiles.BLOCK);
        job.getConfiguration().set(TierKeys.INPUT_HOSTS.name(), "0");
        TieredInputFormat.wrap(job);
        List<BlockReplicas> blocks = cluster.tiered().replicas(file);
        List<InputSplit> splits = new TieredInputFormat<>().getSplits(job);
        assertThat(splits).isNotEmpty();
        for (InputSplit split : splits) {
            List<Long> onFast = Stream.of(split.getLocations())
                    .map(host -> fastBlocks((CombineFileSplit) split, blocks, host))
                    .toList();
            assertThat(onFast).isSortedAccordingTo(Comparator.reverseOrder());
        }
    }

    private static long fastBlocks(CombineFileSplit split, List<BlockReplicas> blocks, String host) {
        return LongStream.of(split.getStartOffsets())
                .filter(offset -> blocks.get((int) (offset / TieredFiles.BLOCK))
                        .replicas()
                        .get(0)
                        .host()
                        .equals(host))
                .count();
    }

    @Test
    void filesOutsideHdfsKeepTheirHosts() throws Exception {
        Job job = job();
        Path local = directory.resolve("local");
        java.nio.file.Files.writeString(local, "line");
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(local.toUri()));
        List<InputSplit> splits = new TieredInputFormat<>().getSplits(job);
        assertThat(splits).hasSize(1);
        assertThat(splits.get(0).getLocations()).containsExactly("localhost");
    }

    @Test
    void wrappingItselfIsRejected() throws Exception {
        Job job = job();
        job.getConfiguration().set(TierKeys.INPUT_FORMAT.name(), TieredInputFormat.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TieredInputFormat<>().getSplits(job))
                .withMessageContaining("dfs.tier.input.format: must be another input format");
    }
}
