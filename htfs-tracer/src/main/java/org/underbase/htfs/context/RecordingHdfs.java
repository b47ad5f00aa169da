package org.underbase.htfs.context;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsHook;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.hdfs.TracedDfsClient;
import org.underbase.htfs.record.Tracer;

/**
 * The part of the traced {@code FileContext} side of {@code hdfs://} that is not generated from
 * {@code src/main/calls/calls.txt}. The client records its streams.
 */
abstract class RecordingHdfs extends HdfsHook {
    private final FsCalls calls;

    RecordingHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, conf, RecordingHdfs::client);
        TracedDfsClient client = (TracedDfsClient) client();
        // FileContext makes each path absolute, so that there is no working directory.
        calls = new FsCalls(client.tracer(), client.user(), uri, () -> new Path("/"));
    }

    private static DFSClient client(URI uri, Configuration conf, FileSystem.Statistics statistics) throws IOException {
        return new TracedDfsClient(uri, conf, statistics, Tracer.of(conf));
    }

    /** Returns the recorder of this file system. */
    final FsCalls calls() {
        return calls;
    }
}
