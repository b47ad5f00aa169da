package org.underbase.tier.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.proto.TierProtocolProtos.BlockReplicasProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.PresentProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/** Conversion of the protocol's messages to the API's records. */
final class Responses {
    /** Vector of a block without a live replica. */
    private static final String NO_REPLICA = "none";

    private Responses() {}

    static ChangeResult change(ChangeResponseProto response) throws IOException {
        return new ChangeResult(
                response.getChanged(), vector(response.getWanted()), response.getBytesToCopy(), response.getBlocks());
    }

    static FilePlacement file(Path path, FileResponseProto response) throws IOException {
        List<PresentReplicas> present = new ArrayList<>();
        for (PresentProto one : response.getPresentList()) {
            present.add(new PresentReplicas(vector(one.getVector()), one.getBlocks()));
        }
        return new FilePlacement(
                path,
                response.getDirectory(),
                response.getPolicy(),
                origin(response.getPolicyOrigin()),
                text(response.getPolicyPath()).map(Path::new),
                vector(response.getWanted()),
                present,
                response.getReplication(),
                response.getBlocks(),
                response.getLength(),
                response.getUnderConstruction(),
                response.getErasureCoded(),
                response.getMisplaced(),
                response.getBytesToCopy(),
                response.getMovesPending(),
                text(response.getReason()),
                response.getDemoted(),
                response.getCached());
    }

    static BlockReplicas block(BlockReplicasProto block) {
        return new BlockReplicas(
                block.getOffset(),
                block.getLength(),
                block.getReplicasList().stream().map(Responses::replica).toList());
    }

    private static TierReplica replica(ReplicaProto replica) {
        return new TierReplica(
                replica.getHost(),
                replica.getAddress(),
                text(replica.getTier()),
                replica.hasRank() ? OptionalInt.of(replica.getRank()) : OptionalInt.empty());
    }

    private static PolicyOrigin origin(String word) throws IOException {
        return switch (word) {
            case "file" -> PolicyOrigin.FILE;
            case "directory" -> PolicyOrigin.DIRECTORY;
            case "cluster" -> PolicyOrigin.CLUSTER;
            default ->
                throw new IOException(
                        "unsupported policy origin '" + word + "' from the NameNode: use a client of its version");
        };
    }

    private static Optional<ReplicaVector> vector(String text) throws IOException {
        if (text.isEmpty() || text.equals(NO_REPLICA)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ReplicaVector.parse(text));
        } catch (IllegalArgumentException e) {
            throw new IOException("malformed response of the NameNode: " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static ClusterTiers tiers(TiersResponseProto response) {
        return new ClusterTiers(
                response.getTiersList().stream().map(Responses::tier).toList(),
                response.getWithoutTier(),
                response.getDefaultPolicy(),
                response.getRetrieval(),
                response.getUnmatchedMapEntriesList(),
                quotas(response.getQuotasList()),
                !response.getQuotasSearching());
    }

    static List<DirectoryQuota> quotas(List<QuotaProto> quotas) {
        return quotas.stream()
                .map(quota -> new DirectoryQuota(
                        new Path(quota.getPath()),
                        quota.getTier(),
                        quota.getLimit(),
                        quota.getCounted() ? OptionalLong.of(quota.getUsed()) : OptionalLong.empty(),
                        quota.getCounted() ? OptionalLong.of(quota.getWanted()) : OptionalLong.empty()))
                .toList();
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

    static MonitorStatus status(StatusResponseProto response) {
        return new MonitorStatus(
                response.getState(),
                response.getMonitor(),
                response.getFilesScanned(),
                Duration.ofMillis(response.getLastScanMillis()),
                response.getScanLockFraction(),
                response.getMisplacedBlocks(),
                response.getMovesQueued(),
                response.getMovesRunning(),
                response.getMovesDone(),
                response.getMovesFailed(),
                response.getBytesMoved(),
                response.getBytesLeft(),
                response.getBytesPerSecond(),
                response.getFilesDemoted(),
                response.getFilesPromoted(),
                response.getDegradedChoices(),
                response.getLastErrorsList(),
                time(response.getLastScanEndMillis()),
                time(response.getLastErrorMillis()));
    }
}
