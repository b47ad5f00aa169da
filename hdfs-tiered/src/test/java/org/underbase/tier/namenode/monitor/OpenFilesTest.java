package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files to check when they are closed. */
class OpenFilesTest {
    private final OpenFiles files = new OpenFiles();

    @Test
    void returnsEachFileOnceAfterItsClose() {
        Set<Long> open = new HashSet<>(Set.of(1L, 2L));
        open.forEach(files::add);
        assertThat(files.closed(10, open::contains)).isEmpty();
        open.remove(2L);
        assertThat(files.closed(10, open::contains)).containsExactly(2L);
        assertThat(files.closed(10, open::contains)).isEmpty();
        open.clear();
        assertThat(files.closed(10, open::contains)).containsExactly(1L);
        assertThat(files.isEmpty()).isTrue();
    }

    @Test
    void aFileThatAClientClosesIsNotExaminedAgain() {
        files.add(1);
        assertThat(files.remove(1)).isTrue();
        assertThat(files.remove(1)).isFalse();
        assertThat(files.closed(10, inode -> false)).isEmpty();
    }

    /** Files that stay open, such as logs, must not hide the following ones. */
    @Test
    void examinesAFewFilesInRotation() {
        for (long inode = 0; inode < 10; inode++) {
            files.add(inode);
        }
        assertThat(files.closed(4, inode -> inode != 9)).isEmpty();
        assertThat(files.closed(4, inode -> inode != 9)).isEmpty();
        assertThat(files.closed(4, inode -> inode != 9)).isEqualTo(List.of(9L));
    }
}
