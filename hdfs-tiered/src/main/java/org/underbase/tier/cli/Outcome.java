package org.underbase.tier.cli;

import java.util.List;
import java.util.Optional;
import org.underbase.tier.client.BulkFailure;
import org.underbase.tier.client.BulkResult;
import org.underbase.tier.client.ChangeResult;

/** What became of a change, of one path or of many files. */
record Outcome(
        long files,
        long changed,
        long unchanged,
        long failed,
        long blocks,
        long bytesToCopy,
        Optional<String> wanted,
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
                List.of());
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
                all.failures());
    }
}
