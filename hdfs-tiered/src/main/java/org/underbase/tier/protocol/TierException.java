package org.underbase.tier.protocol;

import java.io.IOException;

/**
 * Rejection of a valid request: the tier is unknown, the last replicas would be deleted, there are too few nodes, the
 * file is under construction or erasure-coded. The message is one line with the required action. Hadoop's RPC transfers
 * class name and message, so this is the only constructor.
 */
public class TierException extends IOException {
    private static final long serialVersionUID = 1;

    public TierException(String message) {
        super(message);
    }
}
