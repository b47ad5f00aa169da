package org.underbase.tier.client;

/** Where the policy in force was set. */
public enum PolicyOrigin {
    /** On the path itself. */
    FILE,
    /** On a directory above. */
    DIRECTORY,
    /** Nowhere: it is the cluster's default. */
    CLUSTER
}
