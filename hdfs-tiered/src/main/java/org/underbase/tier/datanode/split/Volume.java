package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.tier.datanode.instance.DataDirectory;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.TierMark;
import org.underbase.tier.datanode.instance.TransferMark;
import org.underbase.tier.datanode.instance.VolumeVersion;

/**
 * State of a data directory on the disk.
 *
 * @param directory configured directory
 * @param tier tier that has it in the configuration
 * @param version its DataNode; empty if no DataNode has used it
 * @param mark tier of its data, if known
 * @param transfer incomplete transfer, if there is one
 */
record Volume(
        DataDirectory directory,
        String tier,
        Optional<VolumeVersion> version,
        Optional<String> mark,
        Optional<TransferMark> transfer) {
    /** Reads the data directories of all tiers of the node, in the order of the configuration. */
    static List<Volume> read(List<Instance> instances) throws IOException {
        List<Volume> volumes = new ArrayList<>();
        for (Instance instance : instances) {
            for (DataDirectory directory : instance.directories()) {
                Path path = directory.path();
                volumes.add(new Volume(
                        directory,
                        instance.tier(),
                        VolumeVersion.read(path),
                        TierMark.read(path),
                        TransferMark.read(path)));
            }
        }
        return volumes;
    }

    Path path() {
        return directory.path();
    }

    /** Returns the UUID of its DataNode; empty if no DataNode has used it. */
    String uuid() {
        return version.map(VolumeVersion::datanodeUuid).orElse("");
    }

    boolean used() {
        return version.isPresent();
    }
}
