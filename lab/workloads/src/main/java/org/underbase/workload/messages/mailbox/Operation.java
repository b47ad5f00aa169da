package org.underbase.workload.messages.mailbox;

import java.util.List;
import java.util.Optional;

/** One call to HBase on one row. The state of {@link #mailbox} is already that after the operation. */
public sealed interface Operation {
    OperationType type();

    Mailbox mailbox();

    /** A get, and what its answer must be. */
    record Read(OperationType type, Mailbox mailbox, Selection selection, Check check) implements Operation {}

    /** A put of all cells at once. */
    record Write(OperationType type, Mailbox mailbox, List<Cell> cells) implements Operation {}

    /** A delete of all columns at once, whatever their versions. */
    record Removal(OperationType type, Mailbox mailbox, List<Column> columns) implements Operation {}

    /** Compares an answer with the mailbox, as long as nothing else has happened to it. */
    interface Check {
        /** What is wrong with the answer, if anything is. */
        Optional<String> complaint(Row answer);
    }
}
