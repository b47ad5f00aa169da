package org.underbase.workload.messages.mailbox;

/** The three calls whose ratio the paper gives (section 3.1). */
public enum HbaseCall {
    GET,
    PUT,
    DELETE
}
