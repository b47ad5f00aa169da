package org.underbase.testbed.network;

/**
 * Bytes that crossed a host's link, headers included.
 *
 * @param received by the host
 * @param sent by the host
 */
public record LinkBytes(long received, long sent) {
    /** What crossed since an earlier reading. */
    public LinkBytes minus(LinkBytes earlier) {
        return new LinkBytes(received - earlier.received, sent - earlier.sent);
    }
}
