package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.CachePlanner.Candidate;
import org.underbase.tier.policy.CachePlanner.Changes;
import org.underbase.tier.policy.CachePlanner.Limits;

class CachePlannerTest {
    private static Candidate file(long id, long bytes, double heat, boolean cached) {
        return new Candidate(id, bytes, heat, heat, cached);
    }

    private static Changes plan(List<Candidate> files, long capacity, double margin) {
        return CachePlanner.plan(files, new Limits(capacity, Long.MAX_VALUE, Integer.MAX_VALUE, 0, margin));
    }

    @Test
    void hottestFilesEnterTheCache() {
        List<Candidate> files = List.of(file(1, 10, 1, false), file(2, 10, 3, false), file(3, 10, 2, false));
        Changes changes = plan(files, 25, 1);
        assertThat(changes.added()).extracting(Candidate::id).containsExactly(2L, 3L);
        assertThat(changes.deleted()).isEmpty();
    }

    @Test
    void cachedFilesStayWhileTheCacheHasSpace() {
        List<Candidate> files = List.of(file(1, 10, 0, true), file(2, 10, 3, false));
        assertThat(plan(files, 20, 1).deleted()).isEmpty();
        Changes full = plan(files, 15, 1);
        assertThat(full.added()).extracting(Candidate::id).containsExactly(2L);
        assertThat(full.deleted()).extracting(Candidate::id).containsExactly(1L);
    }

    @Test
    void coldestFilesLeaveACacheThatShrinks() {
        List<Candidate> files = List.of(file(1, 10, 1, true), file(2, 10, 3, true), file(3, 10, 2, true));
        assertThat(plan(files, 10, 1).deleted()).extracting(Candidate::id).containsExactly(3L, 1L);
        assertThat(plan(files, 0, 1).deleted()).hasSize(3);
    }

    @Test
    void fileWithinTheMarginDoesNotDisplaceACachedOne() {
        List<Candidate> files = List.of(file(1, 10, 4, true), file(2, 10, 4.9, false));
        assertThat(plan(files, 10, 1.25)).isEqualTo(new Changes(List.of(), List.of()));
        assertThat(plan(files, 10, 1.2).added()).hasSize(1);
        List<Candidate> equal = List.of(file(1, 10, 4, false), file(2, 10, 4, true));
        assertThat(plan(equal, 10, 1)).isEqualTo(new Changes(List.of(), List.of()));
        List<Candidate> negative = List.of(file(1, 10, -4, true), file(2, 10, -3.9, false));
        assertThat(plan(negative, 10, 1.25)).isEqualTo(new Changes(List.of(), List.of()));
    }

    @Test
    void filesOfAlternatingHeatDoNotDisplaceEachOther() {
        boolean firstCached = true;
        int changes = 0;
        for (int round = 0; round < 100; round++) {
            double first = round % 2 == 0 ? 10 : 11;
            List<Candidate> files = List.of(file(1, 10, first, firstCached), file(2, 10, 21 - first, !firstCached));
            Changes plan = plan(files, 10, new LeastHeat().margin());
            changes += plan.added().size();
            firstCached ^= !plan.added().isEmpty();
        }
        assertThat(changes).isZero();
    }

    @Test
    void fileThatDoesNotFitIsSkipped() {
        List<Candidate> files = List.of(file(1, 100, 9, false), file(2, 10, 3, false), file(3, 20, 2, true));
        Changes changes = plan(files, 30, 1);
        assertThat(changes.added()).extracting(Candidate::id).containsExactly(2L);
        assertThat(changes.deleted()).isEmpty();
    }

    @Test
    void copyWaitsUntilItPays() {
        List<Candidate> files = List.of(file(1, 10, 1.9, false), file(2, 10, 2, false), file(3, 10, 0.1, true));
        Changes changes = CachePlanner.plan(files, new Limits(30, Long.MAX_VALUE, 9, 2, 1));
        assertThat(changes.added()).extracting(Candidate::id).containsExactly(2L);
        assertThat(changes.deleted()).as("a cached file has been paid for").isEmpty();
    }

    @Test
    void fileThatCannotBeCopiedNowDisplacesNone() {
        List<Candidate> files =
                List.of(file(1, 10, 9, false), file(2, 10, 8, false), file(3, 10, 7, false), file(4, 10, 1, true));
        Changes bytes = CachePlanner.plan(files, new Limits(30, 11, 9, 0, 1));
        assertThat(bytes.added()).extracting(Candidate::id).containsExactly(1L, 2L);
        assertThat(bytes.deleted()).isEmpty();
        Changes copies = CachePlanner.plan(files, new Limits(30, Long.MAX_VALUE, 2, 0, 1));
        assertThat(copies).isEqualTo(bytes);
        Changes none = CachePlanner.plan(files, new Limits(10, 0, 9, 0, 1));
        assertThat(none).isEqualTo(new Changes(List.of(), List.of()));
    }
}
