package org.underbase.analysis.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class JobFailureTest {
    private static final String JOB = "underbase analyze: catalog (job_1_0001)";

    @Test
    void anOldJavaIsNamedWithItsNode() {
        String diagnostics =
                "Error: java.lang.UnsupportedClassVersionError: org/underbase/analysis/mapreduce/TraceSplit has been"
                        + " compiled by a more recent version of the Java Runtime (class file version 61.0), this version of the Java"
                        + " Runtime only recognizes class file versions up to 52.0\n\tat java.lang.ClassLoader.defineClass1(Native"
                        + " Method)";

        assertThat(new JobFailure(JOB, "n3", diagnostics).message())
                .isEqualTo(JOB
                        + " failed on n3: its containers run Java 8, but Underbase requires Java 17 or newer; set -D"
                        + " mapreduce.map.env=JAVA_HOME=DIR and -D mapreduce.reduce.env=JAVA_HOME=DIR to a newer JDK on the"
                        + " nodes");
    }

    /** The message of this JVM for a class of a newer Java. */
    @Test
    void theJavaOfThisMachineIsRecognized() throws IOException {
        byte[] newer;
        try (InputStream in = JobFailure.class.getResourceAsStream("JobFailure.class")) {
            newer = in.readAllBytes();
        }
        // The major version of the class file.
        newer[7] = 99;
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, newer, 0, newer.length);
            }
        };

        assertThatThrownBy(() -> loader.loadClass(JobFailure.class.getName()))
                .isInstanceOf(UnsupportedClassVersionError.class)
                .satisfies(e -> assertThat(new JobFailure(JOB, "", "Error: " + e).message())
                        .contains("its containers run Java " + Runtime.version().feature() + ", but"));
    }

    @Test
    void anotherCauseIsItsFirstLine() {
        assertThat(new JobFailure(JOB, "n3", "\nError: java.io.IOException: no\n\tat x.Y").message())
                .isEqualTo(JOB + " failed on n3: java.io.IOException: no");
        assertThat(new JobFailure(JOB, "", "Application killed by user.\n").message())
                .isEqualTo(JOB + " failed: Application killed by user.");
        assertThat(new JobFailure(JOB, "", "").message()).contains("yarn logs");
    }
}
