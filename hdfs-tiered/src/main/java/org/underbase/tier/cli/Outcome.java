package org.underbase.tier.cli;

import java.util.List;
import java.util.Optional;
import org.underbase.tier.client.BulkFailure;
import org.underbase.tier.client.BulkResult;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.client.InheritedCost;

/**
 * Result of a change of one path or of many files.
 *
 * @param below cost for the files below a directory whose policy changes; empty for other changes
 */
record Outcome(
        long files,
        long changed,
        long unchanged,
        long failed,
        long blocks,
        long bytesToCopy,
        Optional<String> wanted,
        Optional<InheritedCost> below,
        List<BulkFailure> failures) {
    static Outcome of(ChangeResult one) {
        return new Outcome(
                1,
                one.changed() ? 1 : 0,
                one.changed() ? 0 : 1,
                0,
                one.blocks(),
                one.bytesToCopy(),
                one.wanted().map(Object::toString),
                Optional.empty(),
                List.of());
    }

    /**
     * Adds the cost for the files below a directory.
     *
     * @param awaited whether the command waits for the files below, so that a file that was not scanned is a failure
     */
    Outcome withBelow(InheritedCost cost, boolean awaited) {
        return new Outcome(
                files,
                changed,
                unchanged,
                failed + (awaited ? cost.failed() : 0),
                blocks,
                cost.bytesToCopy(),
                wanted,
                Optional.of(cost),
                failures);
    }

    static Outcome of(BulkResult all) {
        return new Outcome(
                all.files(),
                all.changed(),
                all.unchanged(),
                all.failed(),
                all.blocks(),
                all.bytesToCopy(),
                Optional.empty(),
                Optional.empty(),
                all.failures());
    }
}
