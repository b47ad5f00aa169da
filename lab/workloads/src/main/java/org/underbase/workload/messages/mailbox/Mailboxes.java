package org.underbase.workload.messages.mailbox;

import java.io.IOException;

/** Source of mailbox states, for a client's first access. */
public interface Mailboxes {
    /**
     * Creates the current state of a user's mailbox.
     *
     * @return a new object, owned by the caller
     * @throws IOException if HBase has to be read and does not respond
     */
    Mailbox open(int user) throws IOException;
}
