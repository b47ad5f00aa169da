package org.underbase.combinedlog.datanode;

/**
 * Values in the {@code VERSION} file of a block pool that an upgrade and a rollback change.
 *
 * @param creationTime {@code cTime}: time when the namespace was formatted or last upgraded, in milliseconds
 * @param layoutVersion layout version of the DataNode's directories, a negative number that decreases with each new layout
 */
record PoolState(long creationTime, int layoutVersion) {
    @Override
    public String toString() {
        return "cTime " + creationTime + " and layout " + layoutVersion;
    }
}
