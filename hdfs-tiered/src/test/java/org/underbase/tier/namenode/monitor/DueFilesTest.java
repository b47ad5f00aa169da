package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Queue of changed files. */
class DueFilesTest {
    private final DueFiles files = new DueFiles(2);

    @Test
    void reasonEndsWithTheWantedCountsOfItsCheck() {
        files.note(1, Optional.of("fast=1"), "fast is full");
        files.note(2, Optional.empty(), "the check failed");
        assertThat(files.reason(1, "fast=1")).isEqualTo("fast is full");
        assertThat(files.reason(1, "disk=1")).isEmpty();
        assertThat(files.reason(2, "disk=1")).isEqualTo("the check failed");
        files.note(1, Optional.of("fast=1"), "");
        assertThat(files.reason(1, "fast=1")).isEmpty();
    }

    @Test
    void returnsOnlyFilesWhoseTimeHasCome() {
        files.now(1);
        files.again(2, 3_600_000);
        assertThat(files.take(10)).containsExactly(1L);
        assertThat(files.now(2)).isTrue();
        assertThat(files.take(10)).containsExactly(2L);
    }

    @Test
    void aFullQueueAcceptsOnlyFilesThatWaitAlready() {
        files.again(1, 3_600_000);
        files.again(2, 3_600_000);
        assertThat(files.now(3)).isFalse();
        assertThat(files.again(3, 0)).isFalse();
        assertThat(files.again(2, 0)).isTrue();
        files.clear();
        assertThat(files.now(3)).isTrue();
        assertThat(files.take(10)).containsExactly(3L);
    }
}
