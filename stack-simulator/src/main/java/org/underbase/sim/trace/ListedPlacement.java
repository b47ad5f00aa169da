package org.underbase.sim.trace;

import java.util.Collections;
import java.util.List;
import org.underbase.analysis.catalog.FileFacts;

/** Replicas where a block listing has them; those of other blocks as another placement chooses. */
final class ListedPlacement implements BlockPlacement {
    private final BlockListing listing;
    private final BlockPlacement others;
    private long listed;
    private long unlisted;

    ListedPlacement(BlockListing listing, BlockPlacement others) {
        this.listing = listing;
        this.others = others;
    }

    @Override
    public Replicas place(FileFacts file, int block, int writer, int replication) {
        List<Integer> machines = listing.machines(file, block);
        if (machines.isEmpty()) {
            unlisted++;
            return others.place(file, block, writer, replication);
        }
        listed++;
        return new Replicas(machines, Collections.nCopies(machines.size(), 0));
    }

    @Override
    public void report(CompileReport report) {
        report.listedBlocks = listed;
        report.unlistedBlocks = unlisted;
    }
}
