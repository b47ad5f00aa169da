package org.underbase.htfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Map;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.Attachments.Part;
import org.underbase.htfs.Attachments.State;

/** A missing attachment is logged once as a warning and is visible in JMX. */
class AttachmentsTest {
    private final StringWriter said = new StringWriter();
    private final WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), said);
    private final Configuration conf = Capture.configured(new Configuration());

    @BeforeEach
    void listen() {
        Attachments.reset();
        Logger.getLogger(Attachments.class).addAppender(appender);
        System.setProperty("proc_namenode", "");
    }

    @AfterEach
    void stop() {
        System.clearProperty("proc_namenode");
        Logger.getLogger(Attachments.class).removeAppender(appender);
        Attachments.reset();
    }

    @Test
    void onlyADaemonLogsItsAttachments() {
        System.clearProperty("proc_namenode");

        AttachmentCheck.ofHdfs(conf);
        Attachments.attached(Part.HDFS, "a test");

        assertThat(Attachments.state(Part.FILE_CONTEXT)).isEqualTo(State.MISSING);
        assertThat(said.toString().lines()).allMatch(line -> line.startsWith("DEBUG "));
    }

    @Test
    void aMissingWalHookInHBaseIsLogged() {
        conf.set("hbase.rootdir", "hdfs://nn/hbase");

        AttachmentCheck.ofHdfs(conf);
        AttachmentCheck.ofHdfs(conf);

        assertThat(Attachments.state(Part.WAL)).isEqualTo(State.MISSING);
        assertThat(said.toString())
                .containsOnlyOnce("WARN htfs: NOT attached to wal: ")
                .contains("set hbase.regionserver.wal.async.writer.impl=org.underbase.htfs.APITraceAsyncLogWriter");
    }

    @Test
    void noWalHookIsNeededWhereHBaseWritesItsWalToAStream() {
        conf.set("hbase.rootdir", "hdfs://nn/hbase");
        conf.set("hbase.wal.provider", "filesystem");

        AttachmentCheck.ofHdfs(conf);

        assertThat(Attachments.state(Part.WAL)).isEqualTo(State.UNUSED);
    }

    @Test
    void noWalHookIsNeededOutsideHBase() {
        AttachmentCheck.ofHdfs(conf);

        assertThat(Attachments.state(Part.WAL)).isEqualTo(State.UNUSED);
    }

    @Test
    void anAttachedWalHookIsLogged() {
        conf.set("hbase.rootdir", "hdfs://nn/hbase");
        conf.set(AttachmentCheck.WAL_WRITER_IMPL, APITraceAsyncLogWriter.class.getName());
        conf.set(AttachmentCheck.HDFS_CONTEXT_IMPL, APITraceHdfs.class.getName());

        AttachmentCheck.ofHdfs(conf);

        assertThat(Attachments.state(Part.WAL)).isEqualTo(State.UNUSED);
        assertThat(said.toString()).isEmpty();
    }

    @Test
    void aMissingFileContextIsLogged() {
        AttachmentCheck.ofHdfs(conf);

        assertThat(Attachments.state(Part.FILE_CONTEXT)).isEqualTo(State.MISSING);
        assertThat(said.toString()).contains("set fs.AbstractFileSystem.hdfs.impl=org.underbase.htfs.APITraceHdfs");
    }

    @Test
    void aFilterOverHdfsIsLogged() throws Exception {
        new APITraceFileSystem(new NamedHdfs(), conf).getUri();

        assertThat(Attachments.state(Part.HDFS)).isEqualTo(State.MISSING);
        assertThat(said.toString())
                .contains("set fs.hdfs.impl=org.underbase.htfs.APITraceDistributedFileSystem instead");
    }

    @Test
    void theStateIsInJmx() throws Exception {
        Attachments.attached(Part.OTHER_SCHEMES, "a test");

        Object parts = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("org.underbase.htfs:type=Attachments"), "Parts");

        assertThat(parts.toString()).contains("otherSchemes").contains("attached");
        assertThat(Attachments.summary()).isEqualTo("fileContext=unused hdfs=unused otherSchemes=attached wal=unused");
    }

    @Test
    void theKeyOfTheSchemeNamesTheInnerClass() throws Exception {
        conf.setClass("fs.file.impl", APITraceFileSystem.class, FileSystem.class);
        conf.setClass(
                String.format(APITraceFileSystem.UNDERLYING_OF_SCHEME, "file"),
                RawLocalFileSystem.class,
                FileSystem.class);
        try (FileSystem fs = FileSystem.newInstance(URI.create("file:///"), conf)) {
            assertThat(((APITraceFileSystem) fs).getRawFileSystem()).isExactlyInstanceOf(RawLocalFileSystem.class);
        }
        conf.unset(String.format(APITraceFileSystem.UNDERLYING_OF_SCHEME, "file"));
        try (FileSystem fs = FileSystem.newInstance(URI.create("file:///"), conf)) {
            assertThat(((APITraceFileSystem) fs).getRawFileSystem().getClass().getSimpleName())
                    .isEqualTo("LocalFileSystem");
        }
    }

    @Test
    void anInvalidInnerClassIsRejectedInOneLine() {
        conf.setClass("fs.file.impl", APITraceFileSystem.class, FileSystem.class);
        for (Map.Entry<String, String> wrong : Map.of(
                        "java.lang.String",
                        "must be a file system other than the tracer",
                        "no.such.Class",
                        "cannot load",
                        APITraceFileSystem.class.getName(),
                        "must be a file system other than the tracer")
                .entrySet()) {
            conf.set(APITraceFileSystem.UNDERLYING, wrong.getKey());
            assertThatThrownBy(() -> FileSystem.newInstance(URI.create("file:///"), conf))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(APITraceFileSystem.UNDERLYING + "=" + wrong.getKey())
                    .hasMessageContaining(wrong.getValue());
        }
    }

    /** A file system of scheme hdfs that is not a DistributedFileSystem. */
    private static final class NamedHdfs extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("hdfs://nn");
        }
    }
}
