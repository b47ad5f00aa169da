package org.underbase.tier.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.PresentProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/** Makes the API's records of the protocol's messages. */
final class Answers {
    /** What a block without a live replica has. */
    private static final String NO_REPLICA = "none";

    private Answers() {}

    static ChangeResult change(ChangeResponseProto answer) throws IOException {
        return new ChangeResult(
                answer.getChanged(), vector(answer.getWanted()), answer.getBytesToCopy(), answer.getBlocks());
    }

    static FilePlacement file(Path path, FileResponseProto answer) throws IOException {
        List<PresentReplicas> present = new ArrayList<>();
        for (PresentProto one : answer.getPresentList()) {
            present.add(new PresentReplicas(vector(one.getVector()), one.getBlocks()));
        }
        return new FilePlacement(
                path,
                answer.getDirectory(),
                answer.getPolicy(),
                origin(answer.getPolicyFrom()),
                text(answer.getPolicyPath()).map(Path::new),
                vector(answer.getWanted()),
                present,
                answer.getReplication(),
                answer.getBlocks(),
                answer.getLength(),
                answer.getUnderConstruction(),
                answer.getErasureCoded(),
                answer.getMisplaced(),
                answer.getBytesToCopy(),
                answer.getMovesPending(),
                text(answer.getObstacle()),
                answer.getFlushed());
    }

    private static PolicyOrigin origin(String word) throws IOException {
        return switch (word) {
            case "file" -> PolicyOrigin.FILE;
            case "directory" -> PolicyOrigin.DIRECTORY;
            case "cluster" -> PolicyOrigin.CLUSTER;
            default ->
                throw new IOException(
                        "the NameNode says a policy is from '" + word + "': this client is of another version");
        };
    }

    private static Optional<ReplicaVector> vector(String text) throws IOException {
        if (text.isEmpty() || text.equals(NO_REPLICA)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ReplicaVector.parse(text));
        } catch (IllegalArgumentException e) {
            throw new IOException("the NameNode's answer is not understood: " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static ClusterTiers tiers(TiersResponseProto answer) {
        return new ClusterTiers(
                answer.getTiersList().stream().map(Answers::tier).toList(),
                answer.getWithoutTier(),
                answer.getDefaultPolicy(),
                answer.getRetrieval());
    }

    private static TierReport tier(TierProto tier) {
        return new TierReport(
                tier.getName(),
                tier.getRank(),
                tier.getWeight(),
                tier.getLive(),
                tier.getDead(),
                tier.getUsable(),
                tier.getRacks(),
                tier.getCapacity(),
                tier.getUsed(),
                tier.getRemaining(),
                tier.getReplicas(),
                tier.getLoad(),
                tier.getReadsServed(),
                tier.getWritesServed(),
                tier.hasProfile() ? Optional.of(profile(tier.getProfile())) : Optional.empty());
    }

    private static DeviceProfile profile(DeviceProfileProto profile) {
        return new DeviceProfile(
                known(profile.getCapacity()),
                known(profile.getReadBandwidth()),
                known(profile.getWriteBandwidth()),
                known(profile.getReadIops()),
                known(profile.getWriteIops()),
                profile.getSource().isEmpty() ? "none" : profile.getSource());
    }

    private static OptionalLong known(long number) {
        return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private static Optional<Instant> time(long millis) {
        return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    static MonitorStatus status(StatusResponseProto answer) {
        return new MonitorStatus(
                answer.getState(),
                answer.getMonitor(),
                answer.getFilesScanned(),
                Duration.ofMillis(answer.getLastScanMillis()),
                answer.getScanLockShare(),
                answer.getMisplacedBlocks(),
                answer.getMovesQueued(),
                answer.getMovesRunning(),
                answer.getMovesDone(),
                answer.getMovesFailed(),
                answer.getBytesMoved(),
                answer.getBytesLeft(),
                answer.getBytesPerSecond(),
                answer.getFilesFlushed(),
                answer.getFilesPromoted(),
                answer.getDegradedChoices(),
                answer.getLastProblemsList(),
                time(answer.getLastScanEndMillis()),
                time(answer.getLastProblemMillis()));
    }
}
