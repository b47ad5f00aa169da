package org.underbase.workload.messages.mailbox;

/** HBase calls with a ratio in the paper (section 3.1). */
public enum HbaseCall {
    GET,
    PUT,
    DELETE
}
