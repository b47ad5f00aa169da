package org.underbase.tier.protocol;

import java.io.IOException;

/**
 * A request about tiers that is well formed but cannot be granted: the tier is unknown, the last copy would go, there are
 * too few nodes, the file is being written or is erasure coded. The message is one line for the user and says what would
 * help. Hadoop's RPC carries it by its class name and its message, so it has this one constructor.
 */
public class TierException extends IOException {
    private static final long serialVersionUID = 1;

    public TierException(String message) {
        super(message);
    }
}
