package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.dist.check.Finding.Verdict;

/** Verdicts on class paths of containers; {@link TracedJobsTest} compares some with real jobs. */
class JobAttachmentTest {
    @TempDir
    private Path jars;

    private final Configuration conf = new Configuration(false);

    @BeforeEach
    void traceClientsOfYarn() throws IOException {
        for (String jar : new String[] {"htfs-tracer-1.jar", "operator-interface-1.jar", "zstd-jni-1.jar"}) {
            Files.createFile(jars.resolve(jar));
        }
        conf.set("mapreduce.framework.name", "yarn");
        conf.set("fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem");
    }

    private Finding check(Map<String, String> environment) throws IOException {
        return JobAttachment.of(conf, environment);
    }

    private void assertVerdict(Verdict verdict) throws IOException {
        assertThat(check(Map.of()).verdict()).isEqualTo(verdict);
    }

    @Test
    void aKeyWithoutItsJarsFailsAndSaysWhatToDo() throws IOException {
        Finding finding = check(Map.of());
        assertThat(finding.failed()).isTrue();
        assertThat(finding.detail().lines()).hasSize(1);
        assertThat(finding.detail())
                .contains("[fs.hdfs.impl]", "[htfs-tracer-*.jar, operator-interface-*.jar, zstd-jni-*.jar]")
                .contains("move the keys to the daemons' own configuration, or add the jars to")
                .endsWith("; to submit one job without the tracer, add"
                        + " -D fs.hdfs.impl=org.apache.hadoop.hdfs.DistributedFileSystem");
    }

    @Test
    void theFileOfAJobIsChecked() throws IOException {
        conf.set("fs.AbstractFileSystem.hdfs.impl", "org.underbase.htfs.APITraceHdfs");
        Path file = jars.resolve("job.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
        assertThat(JobAttachment.of(file, Map.of()).detail())
                .contains("carry [fs.AbstractFileSystem.hdfs.impl, fs.hdfs.impl]")
                .endsWith(" add -D fs.AbstractFileSystem.hdfs.impl=org.apache.hadoop.fs.Hdfs"
                        + " -D fs.hdfs.impl=org.apache.hadoop.hdfs.DistributedFileSystem");
        conf.set("mapreduce.application.classpath", jars + "/*");
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
        assertThat(JobAttachment.of(file, Map.of()).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aFileThatIsNoConfigurationIsRejectedInOneLine() throws IOException {
        Path file = jars.resolve("job.xml");
        assertThatThrownBy(() -> JobAttachment.of(file, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("no such file: " + file);
        Files.writeString(file, "<configuration><property></configuration>");
        assertThatThrownBy(() -> JobAttachment.of(file, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is not a configuration of Hadoop: ");
        Files.writeString(file, "<configuration/>");
        assertThatThrownBy(() -> JobAttachment.of(file, Map.of())).hasMessage(file + " contains no property");
    }

    @Test
    void aMissingJarIsNamed() throws IOException {
        Files.delete(jars.resolve("zstd-jni-1.jar"));
        conf.set("mapreduce.application.classpath", jars + "/*");
        assertThat(check(Map.of()).detail()).contains("lacks [zstd-jni-*.jar]");
    }

    @Test
    void aDirectoryOfTheApplicationClassPathSuffices() throws IOException {
        conf.set("mapreduce.application.classpath", "$HADOOP_MAPRED_HOME/share/*, " + jars + "/*");
        assertVerdict(Verdict.OK);
    }

    @Test
    void variablesAreThoseOfThisMachine() throws IOException {
        conf.set("yarn.application.classpath", "{{TRACER}}/*");
        assertThat(check(Map.of("TRACER", jars.toString())).verdict()).isEqualTo(Verdict.OK);
        assertVerdict(Verdict.FAILED);
    }

    @Test
    void jarsInsideHadoopAreFoundByHadoopHome(@TempDir Path hadoop) throws IOException {
        Path lib = Files.createDirectories(hadoop.resolve("share/hadoop/common"));
        Files.createSymbolicLink(lib.resolve("lib"), jars);
        assertThat(check(Map.of("HADOOP_HOME", hadoop.toString())).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void shippedJarsSufficeUnlessAnotherClassLoaderLoadsThem() throws IOException {
        conf.set(
                "tmpjars",
                "file://" + jars + "/htfs-tracer-1.jar,hdfs:///lib/operator-interface-1.jar,/lib/zstd-jni-1.jar#zstd");
        assertVerdict(Verdict.OK);
        conf.setBoolean("mapreduce.job.classloader", true);
        assertVerdict(Verdict.FAILED);
    }

    @Test
    void withoutContainersOrKeysNothingFails() throws IOException {
        conf.set("mapreduce.framework.name", "local");
        assertVerdict(Verdict.OK);
        conf.unset("mapreduce.framework.name");
        assertVerdict(Verdict.UNKNOWN);
        conf.set("mapreduce.framework.name", "yarn");
        conf.set("fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem");
        assertVerdict(Verdict.OK);
        conf.set("fs.AbstractFileSystem.hdfs.impl", "org.underbase.htfs.APITraceHdfs");
        assertVerdict(Verdict.FAILED);
    }
}
