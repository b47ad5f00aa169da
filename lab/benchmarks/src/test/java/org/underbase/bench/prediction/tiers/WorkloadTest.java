package org.underbase.bench.prediction.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.bench.prediction.tiers.LoadRequest.Operation;

class WorkloadTest {
    private static List<String> paths(List<LoadRequest> requests) {
        return requests.stream()
                .flatMap(request -> request.operations().stream())
                .map(Operation::path)
                .toList();
    }

    @Test
    void eachFileIsWrittenAndReadOnce() {
        Workload workload = Workload.of(40, 7);

        assertThat(paths(workload.writes())).hasSize(40).doesNotHaveDuplicates();
        assertThat(paths(workload.reads())).containsExactlyInAnyOrderElementsOf(paths(workload.writes()));
        assertThat(workload.reads()).hasSize(6).allSatisfy(request -> assertThat(request.operations())
                .isSortedAccordingTo((a, b) -> Long.compare(a.dueNanos(), b.dueNanos())));
    }

    @Test
    void theSameSeedGivesTheSameLoad() {
        assertThat(Workload.of(40, 7)).isEqualTo(Workload.of(40, 7)).isNotEqualTo(Workload.of(40, 8));
    }
}
