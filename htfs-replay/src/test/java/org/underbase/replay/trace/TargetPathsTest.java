package org.underbase.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.FileIdentity;

class TargetPathsTest {
    private static TargetPaths of(String... fileSystems) {
        TargetPaths paths = new TargetPaths("/replay/x/namespace");
        for (String fileSystem : fileSystems) {
            paths.learn(FileIdentity.on(fileSystem));
        }
        return paths;
    }

    @Test
    void pathsAreBelowTheDirectory() {
        assertThat(of("nn").of("nn", "/hbase/data")).isEqualTo("/replay/x/namespace/hbase/data");
        assertThat(of("nn").of("nn", "/")).isEqualTo("/replay/x/namespace");
    }

    @Test
    void eachFileSystemHasADirectory() {
        assertThat(of("a:1", "b:1").of("b:1", "/d")).isEqualTo("/replay/x/namespace/b_1/d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../x", "/a/../../x", "/a/..", "relative", ""})
    void pathsThatMayLeaveTheDirectoryAreRejected(String path) {
        assertThat(of("nn").of("nn", path)).isEmpty();
    }

    @Test
    void aFileSystemCannotLeaveTheDirectoryByItsName() {
        assertThat(of("a", "..").of("..", "/x")).isEmpty();
    }
}
