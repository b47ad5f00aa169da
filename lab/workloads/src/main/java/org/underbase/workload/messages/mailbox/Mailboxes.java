package org.underbase.workload.messages.mailbox;

import java.io.IOException;

/** Where a client finds the state of a mailbox the first time it needs it. */
public interface Mailboxes {
    /**
     * The state of a user's mailbox as HBase holds it now; a new object that the caller owns.
     *
     * @throws IOException when HBase had to be asked and did not answer
     */
    Mailbox open(int user) throws IOException;
}
