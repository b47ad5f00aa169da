package org.underbase.testbed.network;

/**
 * Bytes that crossed a host's link, headers included.
 *
 * @param received bytes that the host received
 * @param sent bytes that the host sent
 */
public record LinkBytes(long received, long sent) {
    /** Subtracts an earlier reading. */
    public LinkBytes minus(LinkBytes earlier) {
        return new LinkBytes(received - earlier.received, sent - earlier.sent);
    }
}
