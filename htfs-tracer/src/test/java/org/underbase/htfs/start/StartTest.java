package org.underbase.htfs.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.ChildRun;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.testbed.mini.MiniHdfs;

/** The start of the tracer, which may read the hashing key from the file system that it traces. */
@Tag("cluster")
class StartTest {
    @TempDir
    Path dir;

    @Test
    void theKeyMayBeInTheTracedHdfs() throws Exception {
        try (MiniHdfs hdfs = MiniHdfs.builder().start()) {
            String uri = hdfs.cluster().getURI().toString();
            String provider = uri.replace("hdfs://", "jceks://hdfs@") + "/keys/trace.jceks";
            Configuration conf = hdfs.configuration();
            conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH, provider);
            CredentialProvider store =
                    CredentialProviderFactory.getProviders(conf).get(0);
            store.createCredentialEntry(TraceKeys.HASH_SECRET.name(), "fedcba9876543210".toCharArray());
            store.flush();

            for (String each : List.of(provider, "opening:///" + "," + provider)) {
                Path trace = dir.resolve("trace-" + each.length());
                ChildRun run = run("use", trace, each, uri);
                assertThat(run.out())
                        .contains("failure: ", "published: ")
                        .anyMatch(line -> line.startsWith("parts: ") && line.contains("hdfs=attached"));
                assertThat(Recording.read(trace, "/"))
                        .as("calls of the application with the key of %s", each)
                        .filteredOn(event -> event.call() == Call.MKDIRS)
                        .hasSize(10)
                        .noneMatch(event -> event.path().contains("directory"));
            }
        }
    }

    @Test
    void threadsThatStartItTogetherShareOneTracer() throws Exception {
        ChildRun run = run("race", dir.resolve("trace"), "held:///", "file:///");

        assertThat(run.out()).contains("one tracer: true on: true", "failure: ");
    }

    @Test
    void anAttachmentWithoutAKeyIsFailed() throws Exception {
        ChildRun run = run("wrap", dir.resolve("trace"), "", "file:///");

        String problem = TraceKeys.HASH_SECRET.name();
        assertThat(run.out())
                .anyMatch(line -> line.startsWith("failure: ") && line.contains(problem))
                .anyMatch(line -> line.startsWith("published: ") && line.contains(problem))
                .anyMatch(line -> line.startsWith("parts: ") && line.contains("otherSchemes=failed"));
        assertThat(dir.resolve("trace")).doesNotExist();
    }

    /** As in a process whose temporary directory allows no shared libraries. */
    @Test
    void anAttachmentWithoutTheCompressionLibraryIsFailed() throws Exception {
        ChildRun run = run(
                "wrap", dir.resolve("trace"), "opening:///", "file:///", "-DZstdNativePath=" + dir.resolve("missing"));

        assertThat(run.out())
                .contains("flushed: false")
                .anyMatch(line -> line.startsWith("failure: cannot load the native library of zstd-jni: "))
                .anyMatch(line -> line.startsWith("published: cannot load the native library of zstd-jni: "))
                .anyMatch(line -> line.startsWith("parts: ") && line.contains("otherSchemes=failed"));
    }

    private ChildRun run(String scenario, Path trace, String provider, String uri, String... moreOptions)
            throws Exception {
        List<String> options = new ArrayList<>(List.of(moreOptions));
        options.add("-Ddirectory=" + (uri.startsWith("file") ? dir.resolve("directory") : "/directory"));
        return ChildRun.of(
                dir,
                ChildRun.classPath(),
                options,
                StartedProcess.class.getName(),
                scenario,
                trace.toString(),
                provider,
                uri);
    }
}
