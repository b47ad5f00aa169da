package org.underbase.sim.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.underbase.analysis.catalog.FileFacts;

/**
 * Replicas in a ring: the first is on the machine of the writer, the others on the machines that follow it. The first replica of
 * a file without a known writer is on a machine that its number selects.
 */
final class RingPlacement implements BlockPlacement {
    private final int machines;
    /** Placed replicas by first machine and number of replicas, so that blocks share them. */
    private final List<List<Replicas>> known = new ArrayList<>();

    RingPlacement(int machines) {
        this.machines = machines;
        for (int machine = 0; machine < machines; machine++) {
            List<Replicas> counts = new ArrayList<>();
            for (int count = 1; count <= machines; count++) {
                List<Integer> chosen = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    chosen.add((machine + i) % machines);
                }
                counts.add(new Replicas(chosen, Collections.nCopies(count, 0)));
            }
            known.add(counts);
        }
    }

    @Override
    public Replicas place(FileFacts file, int block, int writer, int replication) {
        int first = writer == Machines.NONE ? file.key() % machines : writer;
        return known.get(first).get(Math.min(replication, machines) - 1);
    }
}
