package org.underbase.combinedlog.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** Example of docs/combined-log.md, which contains the lines between the two marks. */
final class RecordLogExample {
    private RecordLogExample() {}

    static void run(File directory, PrintStream out) throws IOException {
        // example begins
        Configuration conf = new HdfsConfiguration();
        conf.set(
                "dfs.datanode.fsdataset.factory",
                "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory");
        try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, directory).build()) {
            CombinedLog logs = CombinedLog.on(cluster.getFileSystem());
            Path path = new Path("/logs/orders");
            LogWriter crashed = logs.create(path, LogOptions.defaults());
            CompletableFuture<LogPosition> first = crashed.append(UTF_8.encode("order 1"));
            CompletableFuture<LogPosition> second = crashed.append(UTF_8.encode("order 2"));
            crashed.sync(); // both records are on disk, and both futures complete
            out.println(first.join() + " " + second.join());
            // The writer is not closed, as after a crash. The next writer fences it and continues the log.
            try (LogWriter log = logs.open(path, LogOptions.defaults())) {
                log.append(UTF_8.encode("order 3")).join();
            }
            try (LogReader reader = logs.read(path)) {
                for (Optional<LogRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
                    out.println(UTF_8.decode(next.get().data()));
                }
            }
        }
        // example ends
    }

    /** Returns the lines of the example without their common indentation. */
    static List<String> lines(List<String> source) {
        int begin = source.indexOf("        // example begins");
        int end = source.indexOf("        // example ends");
        return source.subList(begin + 1, end).stream()
                .map(line -> line.isEmpty() ? line : line.substring(8))
                .toList();
    }
}
