package org.underbase.tier.client;

import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.PresentProto;

/** Responses about files for {@link FakeNamenode}. */
public final class Placements {
    private Placements() {}

    /** A file of two blocks, one of them misplaced, with a move queued. */
    public static FileResponseProto onItsWay() {
        return FileResponseProto.newBuilder()
                .setDirectory(false)
                .setPolicy("fast=1,disk=1")
                .setPolicyOrigin("directory")
                .setPolicyPath("/data")
                .setWanted("fast=1,disk=1")
                .addPresent(PresentProto.newBuilder().setVector("fast=1,disk=1").setBlocks(1))
                .addPresent(PresentProto.newBuilder().setVector("disk=2").setBlocks(1))
                .setReplication(2)
                .setBlocks(2)
                .setLength(2000)
                .setUnderConstruction(false)
                .setMisplaced(1)
                .setBytesToCopy(1000)
                .setMovesPending(1)
                .setReason("tier fast has no usable node")
                .setErasureCoded(false)
                .build();
    }

    /** A placed file with an additional replica on the fastest tier. */
    public static FileResponseProto cached() {
        return settled().toBuilder().setCached(true).build();
    }

    /** The same with its policy from a directory. */
    public static FileResponseProto inheriting(FileResponseProto file, String directory) {
        return file.toBuilder().setPolicyPath(directory).build();
    }

    /** The same when it is there. */
    public static FileResponseProto settled() {
        return onItsWay().toBuilder()
                .clearPresent()
                .addPresent(PresentProto.newBuilder().setVector("fast=1,disk=1").setBlocks(2))
                .setMisplaced(0)
                .setBytesToCopy(0)
                .setMovesPending(0)
                .clearReason()
                .build();
    }
}
