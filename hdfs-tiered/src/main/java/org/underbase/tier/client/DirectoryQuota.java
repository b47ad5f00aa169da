package org.underbase.tier.client;

import java.util.Objects;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;

/**
 * Quota of a directory on one tier. Bytes are those of all replicas of the files below it.
 *
 * @param directory path of the directory, in the namespace of the NameNode
 * @param tier name of the tier
 * @param limit maximum number of bytes
 * @param used bytes of present replicas; empty until the NameNode has counted the files after a start or a failover
 * @param wanted bytes of the replicas that the policies of the files assign to the tier; empty like {@code used}
 */
public record DirectoryQuota(Path directory, String tier, long limit, OptionalLong used, OptionalLong wanted) {
    public DirectoryQuota {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(used, "used");
        Objects.requireNonNull(wanted, "wanted");
    }
}
