package org.underbase.tier.datanode.device;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.datanode.device.DeviceProfile.Source;

/**
 * Finds out what the devices of a DataNode can do. What the configuration does not say is measured once: the first
 * device is probed, and since the devices of a tier are of one kind the result is multiplied by how many there are. Not
 * thread-safe; {@link #measured} may take as long as {@code dfs.tier.probe.duration}.
 */
public final class Profiler {
    private static final Logger LOG = LoggerFactory.getLogger(Profiler.class);

    private final Configuration conf;
    private final String tier;
    private final List<Path> directories;
    /** What was measured by an earlier start; empty until it is read. */
    private Optional<Optional<DeviceRates>> stored = Optional.empty();

    /** @param directories the DataNode's local data directories */
    public Profiler(Configuration conf, String tier, List<Path> directories) {
        this.conf = conf;
        this.tier = tier;
        this.directories = List.copyOf(directories);
    }

    /** Deletes what a probe left that was cut short. */
    public void removeLeftovers() {
        for (Path directory : directories) {
            for (String name : List.of(DeviceProbe.FILE, RatesFile.TEMPORARY)) {
                try {
                    Files.deleteIfExists(directory.resolve(name));
                } catch (IOException e) {
                    LOG.warn("cannot delete {} in {}: {}", name, directory, e.toString());
                }
            }
        }
    }

    /**
     * What is known without measuring: configured, or measured by an earlier start.
     *
     * @param volumes what the volumes can hold, bytes; the capacity where none is configured
     */
    public DeviceProfile known(long volumes) {
        return profile(volumes, stored());
    }

    /** Whether {@link #measured} would probe. */
    public boolean probeNeeded() {
        return !configured().complete()
                && stored().isEmpty()
                && checked(() -> TierKeys.PROBE_ENABLED.flag(conf), false);
    }

    /** The same as {@link #known}, after a probe and its result were kept when there is something to measure. */
    public DeviceProfile measured(long volumes) throws IOException {
        if (!probeNeeded()) {
            return known(volumes);
        }
        Path directory = directories.stream()
                .filter(each -> Files.isDirectory(each) && Files.isWritable(each))
                .findFirst()
                .orElseThrow(() -> new IOException("none of " + directories + " can be written"));
        long free = Files.getFileStore(directory).getUsableSpace();
        long bytes = Math.min(checked(() -> TierKeys.PROBE_BYTES.bytes(conf), 0L), free / 10);
        if (bytes < DeviceProbe.SMALLEST) {
            LOG.info(
                    "the device of tier {} is not measured: {} or a tenth of the free space is less than 1 MiB",
                    tier,
                    TierKeys.PROBE_BYTES.name());
            return known(volumes);
        }
        Duration limit = Duration.ofMillis(checked(() -> TierKeys.PROBE_DURATION.millis(conf), 0L));
        DeviceRates rates = new DeviceProbe(bytes, limit).measure(directory);
        RatesFile.write(directory, rates, System.currentTimeMillis());
        LOG.info("measured the device of tier {} in {}: {}; kept in {}", tier, directory, rates, RatesFile.NAME);
        return profile(volumes, Optional.of(rates));
    }

    private DeviceProfile profile(long volumes, Optional<DeviceRates> oneDevice) {
        long capacity = checked(() -> ConfiguredDevice.capacity(conf, tier), 0L);
        DeviceRates configured = configured();
        DeviceRates rates = configured.or(oneDevice.orElse(DeviceRates.UNKNOWN).times(devices()));
        Source source = configured.complete() || oneDevice.isEmpty() ? Source.CONFIGURED : Source.PROBED;
        return new DeviceProfile(
                capacity > 0 ? capacity : volumes, rates, rates.equals(DeviceRates.UNKNOWN) ? Source.NONE : source);
    }

    private DeviceRates configured() {
        return checked(() -> ConfiguredDevice.rates(conf, tier), DeviceRates.UNKNOWN);
    }

    private Optional<DeviceRates> stored() {
        if (stored.isEmpty()) {
            stored = Optional.of(readStored());
        }
        return stored.get();
    }

    private Optional<DeviceRates> readStored() {
        for (Path directory : directories) {
            try {
                RatesFile.Content content = RatesFile.read(directory);
                if (content.damaged()) {
                    LOG.warn("{} in {} is damaged or of another version: ignored", RatesFile.NAME, directory);
                }
                if (content.rates().isPresent()) {
                    return content.rates();
                }
            } catch (IOException e) {
                LOG.warn("cannot read {} in {}: {}", RatesFile.NAME, directory, e.toString());
            }
        }
        return Optional.empty();
    }

    private int devices() {
        Set<FileStore> stores = new HashSet<>();
        for (Path directory : directories) {
            try {
                stores.add(Files.getFileStore(directory));
            } catch (IOException e) {
                LOG.debug("not counted as a device: {}", directory, e);
            }
        }
        return Math.max(1, stores.size());
    }

    /** Reads a key. */
    @FunctionalInterface
    private interface Reading<T> {
        T value();
    }

    /** A wrong value must not keep the DataNode's tier from being announced: one line, and as if it were not known. */
    private static <T> T checked(Reading<T> reading, T otherwise) {
        try {
            return reading.value();
        } catch (IllegalArgumentException e) {
            LOG.error("{}: ignored", e.getMessage());
            return otherwise;
        }
    }
}
