package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RetrievalScopeTest {
    private final Configuration conf = new Configuration(false);

    @BeforeEach
    @AfterEach
    void noContext() {
        CallerContext.setCurrent(null);
    }

    private static String now() {
        return CallerContext.getCurrent() == null
                ? ""
                : CallerContext.getCurrent().getContext();
    }

    @Test
    void itLastsUntilItIsClosed() {
        try (RetrievalScope scope = RetrievalScope.open("hybrid", conf)) {
            assertThat(now()).isEqualTo("tierRetrieval:hybrid");
            scope.close();
            assertThat(now()).isEmpty();
        }
        assertThat(CallerContext.getCurrent()).isNull();
    }

    @Test
    void whatWasThereStays() {
        CallerContext before = new CallerContext.Builder("job_1,task_2")
                .setSignature("sig".getBytes(StandardCharsets.UTF_8))
                .build();
        CallerContext.setCurrent(before);
        try (RetrievalScope outer = RetrievalScope.open("random", conf);
                RetrievalScope inner = RetrievalScope.open("tier-aware", conf)) {
            assertThat(outer).isNotSameAs(inner);
            assertThat(now()).isEqualTo("job_1,task_2,tierRetrieval:tier-aware");
            assertThat(CallerContext.getCurrent().getSignature()).isEqualTo(before.getSignature());
        }
        assertThat(CallerContext.getCurrent()).isSameAs(before);
    }

    @Test
    void threadsStartedInsideInheritIt() throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>();
        try (RetrievalScope scope = RetrievalScope.open("random", conf)) {
            assertThat(scope).isNotNull();
            Thread thread = new Thread(() -> seen.set(now()));
            thread.start();
            thread.join();
        }
        assertThat(seen.get()).isEqualTo("tierRetrieval:random");
    }

    @Test
    void theSeparatorIsHadoops() {
        conf.set("hadoop.caller.context.separator", ";");
        CallerContext.setCurrent(new CallerContext.Builder("a").build());
        try (RetrievalScope scope = RetrievalScope.open("random", conf)) {
            assertThat(scope).isNotNull();
            assertThat(now()).isEqualTo("a;tierRetrieval:random");
        }
    }

    @Test
    void anUnknownOrderChangesNothing() {
        assertThatThrownBy(() -> RetrievalScope.open("fastest", conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fastest");
        assertThat(CallerContext.getCurrent()).isNull();
    }
}
