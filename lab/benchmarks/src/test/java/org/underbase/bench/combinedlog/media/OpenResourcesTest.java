package org.underbase.bench.combinedlog.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the closing order. */
class OpenResourcesTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void allAreClosedTheLastFirstAlsoIfSomeFail() {
        OpenResources open = new OpenResources();
        open.add(() -> closed.add("first"));
        open.add(failing("second"));
        open.add(() -> closed.add("third"));
        open.add(failing("fourth"));
        assertThatThrownBy(open::close)
                .isInstanceOf(IOException.class)
                .hasMessage("fourth")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("second"));
        assertThat(closed).containsExactly("fourth", "third", "second", "first");
    }

    private Closeable failing(String name) {
        return () -> {
            closed.add(name);
            throw new IOException(name);
        };
    }
}
