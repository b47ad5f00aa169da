package org.underbase.tier.cli.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text of the result. */
class SplitCommandTest {
    @Test
    void transferredDirectoriesAreCounted() {
        assertThat(SplitCommand.result(1, false)).isEqualTo("datanode split: 1 directory transferred\n");
        assertThat(SplitCommand.result(2, true))
                .startsWith(
                        "datanode split: 2 directories transferred\ndatanode split: one DataNode has all directories");
    }
}
