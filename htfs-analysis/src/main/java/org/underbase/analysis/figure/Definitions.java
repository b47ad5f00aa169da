package org.underbase.analysis.figure;

/**
 * Choices between definitions of figures.
 *
 * @param allReplicas whether a read touches all replicas of its data on disks, instead of one
 * @param systemInCore whether I/O on HBase's own tables counts as I/O that serves requests
 */
public record Definitions(boolean allReplicas, boolean systemInCore) {
    /** The definitions of the documentation. */
    public static final Definitions STANDARD = new Definitions(false, false);
}
