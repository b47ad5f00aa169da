package org.underbase.htfs.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FsShell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.ChildRun;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.testbed.mini.MiniHdfs;

/** The output of {@code hdfs dfs}, whose log goes to the console. */
@Tag("cluster")
class ConsoleTest {
    @TempDir
    Path dir;

    @Test
    void tracedCommandsPrintWhatStockCommandsPrint() throws Exception {
        Path local = Files.writeString(dir.resolve("local"), "content");
        try (MiniHdfs hdfs = MiniHdfs.builder().start()) {
            Configuration site = new Configuration(false);
            site.set(
                    CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY,
                    hdfs.cluster().getURI().toString());
            ChildRun stock = shell("stock", site, "-put", local.toString(), "/stock");
            site.set("fs.hdfs.impl", APITraceDistributedFileSystem.class.getName());
            site.set(TraceKeys.DIR.name(), dir.resolve("trace").toString());
            ChildRun traced = shell("traced", site, "-put", local.toString(), "/traced");

            assertThat(traced.out()).isEqualTo(stock.out());
            assertThat(messages(traced)).isEqualTo(messages(stock));
            // A user who may not write the traces, and a wrong setting.
            site.set(TraceKeys.DIR.name(), local.resolve("trace").toString());
            assertThat(messages(shell("unwritable", site, "-ls", "/"))).isEqualTo(messages(stock));
            site.set(TraceKeys.SAMPLING.name(), "2");
            assertThat(messages(shell("invalid", site, "-ls", "/"))).isEqualTo(messages(stock));
            assertThat(messages(stock)).as("the console gets warnings").anyMatch(line -> line.contains("WARN"));
        }
        assertThat(Recording.read(dir.resolve("trace"), "/traced"))
                .extracting(TraceEvent::call)
                .contains(Call.CREATE, Call.WRITE, Call.CLOSE_OUTPUT);
    }

    private ChildRun shell(String name, Configuration site, String... arguments) throws Exception {
        Path conf = Files.createDirectory(dir.resolve("conf-" + name));
        try (var out = Files.newOutputStream(conf.resolve("core-site.xml"))) {
            site.writeXml(out);
        }
        // As in Hadoop's distribution.
        Files.writeString(
                conf.resolve("log4j.properties"),
                """
                log4j.rootLogger=INFO,console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.target=System.err
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
                """);
        List<String> classPath = new ArrayList<>(List.of(conf.toString()));
        classPath.addAll(ChildRun.classPath());
        return ChildRun.of(dir, classPath, List.of("-Dproc_dfs"), FsShell.class.getName(), arguments);
    }

    /** Returns the lines on the console without their times. */
    private static List<String> messages(ChildRun run) {
        return run.errors().stream()
                .map(line -> line.replaceFirst("^[0-9 :,-]+", ""))
                .toList();
    }
}
