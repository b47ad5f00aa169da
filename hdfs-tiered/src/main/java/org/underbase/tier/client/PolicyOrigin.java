package org.underbase.tier.client;

/** Origin of the policy in force. */
public enum PolicyOrigin {
    /** Set on the path. */
    FILE,
    /** Inherited from a directory. */
    DIRECTORY,
    /** Default of the cluster. */
    CLUSTER
}
