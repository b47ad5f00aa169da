package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.imports.AuditLog;
import org.underbase.htfs.imports.TraceImport;
import org.underbase.testbed.mini.MiniHdfs;
import picocli.CommandLine;

/** The audit log and the fsimage of a real NameNode. */
@Tag("cluster")
class FsImageClusterTest {
    @TempDir
    private java.nio.file.Path dir;

    @Test
    void filesHaveTheSizesOfTheImageOnlyIfTheyAreTrue() throws Exception {
        java.nio.file.Path image = dir.resolve("fsimage.xml");
        java.nio.file.Path log = dir.resolve("audit.log");
        Logger audit = Logger.getLogger("org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit");
        Level before = audit.getLevel();
        FileAppender appender = new FileAppender(new PatternLayout("%d{ISO8601} %p %c: %m%n"), log.toString());
        try (MiniHdfs hdfs = MiniHdfs.builder().dataNodes(1).start()) {
            // Nothing in the log shows that it is a directory.
            hdfs.fileSystem().mkdirs(new Path("/earlier"));
            audit.setLevel(Level.INFO);
            audit.addAppender(appender);
            application(hdfs, image);
        } finally {
            audit.removeAppender(appender);
            audit.setLevel(before);
            appender.close();
        }
        assertThat(new TraceImport(new AuditLog(ZoneId.systemDefault()), true, (bytes, total, read) -> {})
                        .run(List.of(log), dir.resolve("trace"))
                        .written())
                .isTrue();

        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        "--json",
                        "--fsimage",
                        image.toString(),
                        "--out",
                        dir.resolve("report").toString(),
                        dir.resolve("trace").toString());

        assertThat(code).as("%s", err).isZero();
        assertThat(err.toString()).contains("fsimage: its last change is of ", "the sizes of 3 files");
        JsonNode json = new ObjectMapper().readTree(out.toString());
        List<Long> sizes = new ArrayList<>();
        json.at("/fileSizes/all/cdf").forEach(point -> sizes.add(point.get(0).asLong()));
        assertThat(sizes).as("kept, moved and & tab").containsExactly(7L, 300L, 1000L);
        assertThat(json.at("/fileSizes/classes/3/files").asLong())
                .as("short, open, growing and late")
                .isEqualTo(4);
        assertThat(json.at("/fileSizes/seen/onlyRenamedOrDeleted").asLong()).isEqualTo(1);
    }

    /** Makes calls before and after an image. */
    private static void application(MiniHdfs hdfs, java.nio.file.Path image) throws Exception {
        DistributedFileSystem fs = hdfs.fileSystem();
        write(fs, "/data/kept", 1000);
        write(fs, "/data/short", 10);
        fs.delete(new Path("/data/short"), false);
        write(fs, "/data/tmp/moved", 300);
        write(fs, "/data/a & b\\c", 7);
        write(fs, "/data/growing", 500);
        try (FSDataOutputStream open = fs.create(new Path("/data/open"))) {
            open.write(new byte[40]);
            open.hflush();
            fs.mkdirs(new Path("/last"));
            writeImage(hdfs, image);
        }
        fs.rename(new Path("/data/tmp/moved"), new Path("/data/moved"));
        try (FSDataOutputStream append = fs.append(new Path("/data/growing"))) {
            append.write(new byte[5]);
        }
        write(fs, "/data/late", 20);
        fs.rename(new Path("/earlier"), new Path("/renamed"));
    }

    private static void writeImage(MiniHdfs hdfs, java.nio.file.Path xml) throws Exception {
        DistributedFileSystem fs = hdfs.fileSystem();
        fs.setSafeMode(SafeModeAction.ENTER);
        fs.saveNamespace();
        fs.setSafeMode(SafeModeAction.LEAVE);
        assertThat(OfflineImageViewerPB.run(
                        new String[] {"-p", "XML", "-i", latest(hdfs).toString(), "-o", xml.toString()}))
                .isZero();
    }

    private static java.nio.file.Path latest(MiniHdfs hdfs) throws IOException {
        URI name = hdfs.cluster().getNameDirs(0).iterator().next();
        try (Stream<java.nio.file.Path> files =
                Files.list(java.nio.file.Path.of(name).resolve("current"))) {
            return files.filter(file -> file.getFileName().toString().matches("fsimage_\\d+"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    private static void write(DistributedFileSystem fs, String path, int bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(new Path(path))) {
            out.write(new byte[bytes]);
        }
    }
}
