package org.underbase.workload.messages.mailbox;

import java.util.List;
import java.util.Optional;

/** HBase call on one row. The state of {@link #mailbox} is already that after the operation. */
public sealed interface Operation {
    OperationType type();

    Mailbox mailbox();

    /** A get with the check of its response. */
    record Read(OperationType type, Mailbox mailbox, Selection selection, Check check) implements Operation {}

    /** A put of all cells at once. */
    record Write(OperationType type, Mailbox mailbox, List<Cell> cells) implements Operation {}

    /** A delete of all versions of all columns at once. */
    record Removal(OperationType type, Mailbox mailbox, List<Column> columns) implements Operation {}

    /** Comparison of a response with the mailbox, valid until the next operation on the mailbox. */
    interface Check {
        /** Describes the difference between the response and the mailbox, if there is one. */
        Optional<String> problem(Row response);
    }
}
