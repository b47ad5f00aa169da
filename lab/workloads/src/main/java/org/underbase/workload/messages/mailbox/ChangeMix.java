package org.underbase.workload.messages.mailbox;

import org.underbase.workload.random.AliasTable;
import org.underbase.workload.random.SeededRandom;

/** Frequency of each {@link Change}. It is an assumption: the paper names only markAsRead. */
final class ChangeMix {
    private static final AliasTable WEIGHTS = new AliasTable(60, 5, 10, 4, 16, 5);

    private ChangeMix() {}

    static Change draw(SeededRandom random) {
        return Change.of(WEIGHTS.draw(random));
    }
}
