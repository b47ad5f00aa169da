package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;

/** The classes of this project that a process is configured to use, in the header of its segments. */
class FeaturesTest {
    @TempDir
    Path dir;

    @Test
    void aSegmentNamesTheConfiguredClassesOnceAndSorted() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set("fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem");
        conf.set("fs.other.impl", "org.underbase.htfs.APITraceDistributedFileSystem");
        conf.set(
                "some.plugins", "org.example.Other,org.underbase.localcompact.LocalCompactor, org.underbase.a.b.Third");
        conf.set("some.secret", "xorg.underbase.Secret");
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            here.exit(here.enter(), Call.MKDIRS, tracer.file("/d"), null, 1, null, null, null);
        }
        try (SegmentReader reader = TraceFiles.open(
                conf, TraceFiles.find(conf, List.of(dir.toString())).get(0))) {
            assertThat(reader.segment().orElseThrow().features())
                    .isEqualTo("APITraceDistributedFileSystem LocalCompactor Third");
        }
    }
}
