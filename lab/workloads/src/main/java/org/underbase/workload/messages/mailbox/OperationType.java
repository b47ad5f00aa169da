package org.underbase.workload.messages.mailbox;

/** Purposes of operations; each has a latency histogram. */
public enum OperationType {
    READ_MAILBOX("get-mailbox", HbaseCall.GET, "summary, counters, contacts and settings of a mailbox"),
    READ_LOG_TAIL("get-log-tail", HbaseCall.GET, "the newest records of the log"),
    READ_MESSAGE("get-message", HbaseCall.GET, "snapshot of a message and which records of the log are about it"),
    READ_RECORDS("get-records", HbaseCall.GET, "a message and the records of the log since its snapshot"),
    READ_THREAD("get-thread", HbaseCall.GET, "a thread and the list of its messages"),
    READ_BODIES("get-bodies", HbaseCall.GET, "messages that a listing or a search named"),
    SEARCH("get-search", HbaseCall.GET, "messages that contain a word"),
    TYPEAHEAD("get-typeahead", HbaseCall.GET, "words with a prefix"),
    READ_THREADING("get-threading", HbaseCall.GET, "the message with an external ID"),
    ADD_MESSAGE("put-message", HbaseCall.PUT, "addMsg with all indexes, thread and summary"),
    CHANGE_MESSAGE("put-change", HbaseCall.PUT, "a change such as markAsRead, sometimes with a snapshot"),
    CHANGE_THREAD("put-thread", HbaseCall.PUT, "metadata of a thread"),
    CHANGE_SETTINGS("put-settings", HbaseCall.PUT, "contacts or privacy settings"),
    DELETE_MESSAGES("delete-messages", HbaseCall.DELETE, "one to three messages with their indexes"),
    DELETE_THREAD("delete-thread", HbaseCall.DELETE, "a thread with its messages and their indexes");

    private final String title;
    private final HbaseCall call;
    private final String purpose;

    OperationType(String title, HbaseCall call, String purpose) {
        this.title = title;
        this.call = call;
        this.purpose = purpose;
    }

    public String title() {
        return title;
    }

    public HbaseCall call() {
        return call;
    }

    public String purpose() {
        return purpose;
    }
}
