package org.underbase.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class JmxReaderTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The answers of a RegionServer while JmxCacheBuster stops and starts the metrics system. */
    @Test
    void aBeanIsReturnedOnceItIsRegisteredAgainWithItsAttributes() throws IOException {
        Queue<String> answers = new ArrayDeque<>(List.of(
                "[]",
                "[{\"name\": \"server\"}]",
                "[{\"name\": \"server\", \"flushedOutputBytes\": 7}]",
                "[{\"name\": \"server\", \"flushedOutputBytes\": 7, \"compactedOutputBytes\": 9}]"));
        JsonNode bean = JmxReader.bean(
                () -> JSON.readTree(answers.remove()),
                "RegionServer",
                List.of("flushedOutputBytes", "compactedOutputBytes"));
        assertThat(bean.path("compactedOutputBytes").asInt()).isEqualTo(9);
        assertThat(answers).isEmpty();
    }
}
