package org.underbase.replay.destination;

import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Attributes of a new file.
 *
 * @param permission permissions before the umask
 * @param flags flags of the creation
 * @param parents whether to create missing directories above the file
 * @param replication number of replicas, or not positive if it is unknown
 * @param blockSize size of a block in bytes, or not positive if it is unknown
 * @param ecPolicy erasure coding policy, or empty
 * @param storagePolicy storage policy, or empty
 */
public record Layout(
        FsPermission permission,
        EnumSet<CreateFlag> flags,
        boolean parents,
        long replication,
        long blockSize,
        String ecPolicy,
        String storagePolicy) {}
