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
 * Determination of a DataNode's device performance. Values that are not configured are measured once on the first
 * device and multiplied by the number of devices, because the devices of a tier are equal. Not thread-safe; {@link
 * #measured} may take as long as {@code dfs.tier.probe.duration}.
 */
public final class Profiler {
    private static final Logger LOG = LoggerFactory.getLogger(Profiler.class);

    private final Configuration conf;
    private final String tier;
    private final List<Path> directories;
    /** Rates that an earlier start has measured; empty until the file is read. */
    private List<DeviceRates> stored = List.of();

    private boolean storedIsRead;

    /** @param directories local data directories of the DataNode */
    public Profiler(Configuration conf, String tier, List<Path> directories) {
        this.conf = conf;
        this.tier = tier;
        this.directories = List.copyOf(directories);
    }

    /** Deletes the files of an interrupted probe. */
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
     * Returns the values that are configured or stored by an earlier start.
     *
     * @param volumes capacity of the volumes in bytes, used unless a capacity is configured
     */
    public DeviceProfile known(long volumes) {
        return profile(volumes, stored());
    }

    /** Whether {@link #measured} would run a probe. */
    public boolean probeNeeded() {
        return !configured().complete()
                && stored().isEmpty()
                && checked(() -> TierKeys.PROBE_ENABLED.flag(conf), false);
    }

    /** Like {@link #known}, after a probe, if values are missing; stores its result. */
    public DeviceProfile measured(long volumes) throws IOException {
        if (!probeNeeded()) {
            return known(volumes);
        }
        Path directory = directories.stream()
                .filter(each -> Files.isDirectory(each) && Files.isWritable(each))
                .findFirst()
                .orElseThrow(() -> new IOException("no directory of " + directories + " is writable"));
        long free = Files.getFileStore(directory).getUsableSpace();
        long bytes = Math.min(checked(() -> TierKeys.PROBE_BYTES.bytes(conf), 0L), free / 10);
        if (bytes < DeviceProbe.SMALLEST) {
            LOG.info(
                    "skipping the probe of tier {}: {} or a tenth of the free space is less than 1 MiB",
                    tier,
                    TierKeys.PROBE_BYTES.name());
            return known(volumes);
        }
        Duration limit = Duration.ofMillis(checked(() -> TierKeys.PROBE_DURATION.millis(conf), 0L));
        DeviceRates rates = new DeviceProbe(bytes, limit).measure(directory);
        RatesFile.write(directory, rates, System.currentTimeMillis());
        LOG.info("measured the device of tier {} in {}: {}; stored in {}", tier, directory, rates, RatesFile.NAME);
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
        if (!storedIsRead) {
            stored = readStored().stream().toList();
            storedIsRead = true;
        }
        return stored.stream().findFirst();
    }

    private Optional<DeviceRates> readStored() {
        for (Path directory : directories) {
            try {
                RatesFile.Content content = RatesFile.read(directory);
                if (content.corrupt()) {
                    LOG.warn("ignoring {} in {}: corrupt or another version", RatesFile.NAME, directory);
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

    /** Read of a key. */
    @FunctionalInterface
    private interface Reading<T> {
        T value();
    }

    /** Reads a key. An invalid value is logged and ignored: it must not prevent the announcement of the tier. */
    private static <T> T checked(Reading<T> reading, T otherwise) {
        try {
            return reading.value();
        } catch (IllegalArgumentException e) {
            LOG.error("{}: ignored", e.getMessage());
            return otherwise;
        }
    }
}
