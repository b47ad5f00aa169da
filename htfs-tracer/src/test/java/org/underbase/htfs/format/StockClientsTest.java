package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class StockClientsTest {
    private static final String KEY = "fs.hdfs.impl";

    @Test
    void theTracerStaysDetachedWhenFilesAreReadAgain() {
        Configuration conf = new Configuration(false);
        conf.addResource(new ByteArrayInputStream(("<configuration><property><name>" + KEY
                        + "</name><value>org.underbase.htfs.APITraceDistributedFileSystem</value></property></configuration>")
                .getBytes(StandardCharsets.UTF_8)));

        StockClients.use(conf);
        conf.reloadConfiguration();

        assertThat(conf.get(KEY)).isEqualTo("org.apache.hadoop.hdfs.DistributedFileSystem");
    }

    @Test
    void aClassOfOthersIsKept() {
        Configuration conf = new Configuration(false);
        conf.set(KEY, "com.example.Fs");

        StockClients.use(conf);

        assertThat(conf.get(KEY)).isEqualTo("com.example.Fs");
    }
}
