package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.CachePlanner.Candidate;

/** Order in which the files of the cache are visited. */
class CachedFilesTest {
    private final CachedFiles files = new CachedFiles();

    @BeforeEach
    void addTenFiles() {
        for (long id = 0; id < 10; id++) {
            put(id, 1);
        }
    }

    private void put(long id, long bytes) {
        files.put(new Candidate(id, bytes, 0, 0, true));
    }

    private List<Long> visit(int limit, Set<Long> visited) {
        List<Long> next = files.next(limit, visited);
        next.forEach(id -> put(id, 2));
        return next;
    }

    @Test
    void filesAreVisitedByTurnsWithinTheLimit() {
        List<Long> visits = new ArrayList<>();
        for (int step = 0; step < 5; step++) {
            visits.addAll(visit(4, Set.of()));
        }
        assertThat(visits).hasSize(20);
        assertThat(visits.subList(0, 10)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(visits.subList(10, 20)).isEqualTo(visits.subList(0, 10));
    }

    @Test
    void visitedFilesAreNotVisitedAgain() {
        assertThat(visit(3, Set.of(0L, 2L))).containsExactly(1L, 3L, 4L);
        put(0, 1);
        assertThat(files.next(2, Set.of())).containsExactly(2L, 5L);
    }

    @Test
    void everyFileCountsOnceWithItsLastSize() {
        visit(4, Set.of());
        assertThat(files.bytes()).isEqualTo(14);
        files.removeAll(List.of(0L, 9L, 77L));
        assertThat(files.size()).isEqualTo(8);
        assertThat(files.bytes()).isEqualTo(11);
    }
}
