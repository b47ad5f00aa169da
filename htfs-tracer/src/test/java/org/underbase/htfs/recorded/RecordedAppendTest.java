package org.underbase.htfs.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.RawLocalFs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceFs;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.testbed.mini.MiniHdfs;

/** Appends through {@code FileContext}, which has one method for creates and appends, continue the created file. */
@Tag("cluster")
class RecordedAppendTest {
    private static final EnumSet<CreateFlag> CREATE = EnumSet.of(CreateFlag.CREATE);
    private static final EnumSet<CreateFlag> APPEND = EnumSet.of(CreateFlag.APPEND);
    private static final EnumSet<CreateFlag> EITHER = EnumSet.of(CreateFlag.CREATE, CreateFlag.APPEND);

    @TempDir
    java.nio.file.Path dir;

    @Test
    void onHdfs() throws Exception {
        try (MiniHdfs hdfs = MiniHdfs.builder().start()) {
            Configuration conf = Capture.configured(hdfs.configuration());
            conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
            conf.setClass("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class, AbstractFileSystem.class);
            URI uri = hdfs.cluster().getURI();
            FileContext context = FileContext.getFileContext(uri, conf);
            Path file = new Path("/append-hdfs/file");
            write(context, file, CREATE);
            write(context, file, APPEND);
            write(context, file, EITHER);
            write(context, new Path("/append-hdfs/new"), EITHER);
            try (FileSystem fs = FileSystem.newInstance(uri, conf)) {
                try (FSDataOutputStream out = fs.append(file)) {
                    out.write(1);
                }
            }

            List<TraceEvent> opened = opened("/append-hdfs");
            assertOpened(opened.subList(0, 4));
            // The event of FileContext is that of FileSystem, except for the flags in its detail.
            TraceEvent byFileSystem = opened.get(4);
            assertThat(byFileSystem.call()).isEqualTo(opened.get(1).call()).isEqualTo(Call.APPEND);
            assertThat(byFileSystem.fileId()).isEqualTo(opened.get(1).fileId());
            assertThat(byFileSystem.inode()).isEqualTo(opened.get(1).inode());
            assertThat(byFileSystem.offset()).isEqualTo(3);
        }
    }

    @Test
    void onAnotherScheme() throws Exception {
        Configuration conf = Capture.configured(new Configuration());
        conf.setClass("fs.AbstractFileSystem.file.impl", APITraceFs.class, AbstractFileSystem.class);
        conf.setClass(
                String.format(APITraceFs.UNDERLYING_OF_SCHEME, "file"), RawLocalFs.class, AbstractFileSystem.class);
        FileContext context = FileContext.getFileContext(URI.create("file:///"), conf);
        Path file = new Path(dir.resolve("file").toString());
        write(context, file, CREATE);
        write(context, file, APPEND);
        write(context, file, EITHER);
        write(context, new Path(dir.resolve("new").toString()), EITHER);

        assertOpened(opened(dir.toString()));
    }

    private static void assertOpened(List<TraceEvent> opened) {
        assertThat(opened)
                .extracting(TraceEvent::call)
                .containsExactly(Call.CREATE, Call.APPEND, Call.APPEND, Call.CREATE);
        assertThat(opened).extracting(TraceEvent::offset).containsExactly(0L, 1L, 2L, 0L);
        assertThat(opened.subList(0, 3))
                .extracting(TraceEvent::fileId)
                .containsOnly(opened.get(0).fileId());
        assertThat(opened.get(3).fileId()).isNotEqualTo(opened.get(0).fileId());
    }

    private static List<TraceEvent> opened(String prefix) throws IOException {
        return Capture.events(event ->
                event.path().startsWith(prefix) && (event.call() == Call.CREATE || event.call() == Call.APPEND));
    }

    private static void write(FileContext context, Path file, EnumSet<CreateFlag> flags) throws IOException {
        try (FSDataOutputStream out = context.create(file, flags, CreateOpts.createParent())) {
            out.write(1);
        }
    }
}
