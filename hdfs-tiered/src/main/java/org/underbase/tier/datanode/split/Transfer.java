package org.underbase.tier.datanode.split;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Transfer of a data directory from one DataNode to another.
 *
 * @param directory data directory
 * @param storageId ID of its storage, which remains
 * @param fromTier tier of the DataNode that has it
 * @param fromUuid UUID of that DataNode
 * @param toTier tier of the DataNode that is to have it
 * @param toUuid UUID of that DataNode
 */
public record Transfer(
        Path directory, String storageId, String fromTier, String fromUuid, String toTier, String toUuid) {
    public Transfer {
        Objects.requireNonNull(directory, "directory");
    }
}
