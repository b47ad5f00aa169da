package org.underbase.workload.messages.mailbox;

import org.underbase.workload.random.AliasTable;
import org.underbase.workload.random.SeededRandom;

/** How often each {@link Change} is made. Ours: the paper names markAsRead alone. */
final class ChangeMix {
    private static final AliasTable WEIGHTS = new AliasTable(60, 5, 10, 4, 16, 5);

    private ChangeMix() {}

    static Change draw(SeededRandom random) {
        return Change.of(WEIGHTS.draw(random));
    }
}
