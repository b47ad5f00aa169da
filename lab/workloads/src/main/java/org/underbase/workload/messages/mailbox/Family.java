package org.underbase.workload.messages.mailbox;

import java.nio.charset.StandardCharsets;

/** Column families of Facebook Messages (FAST '14, Table 2), in the order of the paper. */
public enum Family {
    ACTIONS("Actions", "log of user actions and message contents"),
    MESSAGE_META("MessageMeta", "metadata per message, a snapshot of what the log says"),
    THREAD_META("ThreadMeta", "metadata per thread, such as its participants"),
    PREFETCH_META("PrefetchMeta", "privacy settings, contacts, mailbox summary and counters"),
    KEYWORDS("Keywords", "word to message, for search and typeahead"),
    THREADER_THREAD("ThreaderThread", "thread to message"),
    THREADING_IDX("ThreadingIdx", "external message id to message and thread"),
    ACTION_LOG_IDX("ActionLogIdx", "message to its records in the log");

    private final String title;
    private final String holds;

    Family(String title, String holds) {
        this.title = title;
        this.holds = holds;
    }

    /** Returns the name in HBase and in the paper. */
    public String title() {
        return title;
    }

    public String holds() {
        return holds;
    }

    /** Returns the name in HBase's encoding, as a new array. */
    public byte[] bytes() {
        return title.getBytes(StandardCharsets.US_ASCII);
    }
}
