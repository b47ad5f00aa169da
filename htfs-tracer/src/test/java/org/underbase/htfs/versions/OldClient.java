package org.underbase.htfs.versions;

import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.record.TraceKeys;

/** Client with the classes of an older Hadoop, which prints its steps. */
final class OldClient {
    private OldClient() {}

    /**
     * Calls each API.
     *
     * @param args address of HDFS, directory of the trace
     */
    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.set(TraceKeys.DIR.name(), args[1]);
        conf.set("fs.hdfs.impl", APITraceDistributedFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class.getName());
        conf.set("fs.file.impl", APITraceFileSystem.class.getName());
        System.out.println("version " + VersionInfo.getVersion());
        Path file = new Path("/old/file");
        try (FileSystem fs = FileSystem.newInstance(URI.create(args[0]), conf)) {
            try (FSDataOutputStream out = fs.create(file)) {
                out.write("content".getBytes(StandardCharsets.UTF_8));
            }
            try (FSDataInputStream in = fs.open(file)) {
                System.out.println("read " + new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
            // As HBase does before it recovers a WAL.
            Method closed = fs.getClass().getMethod("isFileClosed", Path.class);
            System.out.println("closed " + closed.invoke(fs, file));
            System.out.println("deleted " + fs.delete(file, false));
        }
        FileContext context = FileContext.getFileContext(URI.create(args[0]), conf);
        context.mkdir(new Path("/old/context"), null, true);
        System.out.println("exists " + context.util().exists(new Path("/old/context")));
        try {
            FileSystem.newInstance(URI.create("file:///"), conf).close();
            System.out.println("other scheme opened");
        } catch (IllegalStateException e) {
            System.out.println("other scheme: " + e.getMessage());
        }
    }
}
