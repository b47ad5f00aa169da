package org.underbase.sim.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.sync.SyncSettings;

/**
 * System to compare with others on the same requests.
 *
 * @param name name for the user
 * @param hardware RAM, flash and disks
 * @param prices prices of the hardware
 * @param disk speed of a disk
 * @param flashPolicy policy for pages that a read finds in flash
 * @param switches features without a value that are on
 * @param logCompression bytes of the trace's logs per byte that is written, at least 1
 * @param layout how HDFS stores files
 * @param syncs settings of hsyncs
 */
public record Alternative(
        String name,
        Hardware hardware,
        Prices prices,
        PaperDisk disk,
        FlashPolicy flashPolicy,
        Set<Switch> switches,
        double logCompression,
        FileLayout layout,
        SyncSettings syncs) {
    private static final int MILLION = 6;
    private static final MathContext DIGITS = new MathContext(3);

    /** Feature without a value. */
    public enum Switch {
        /** Each machine compacts its own replicas. */
        LOCAL_COMPACTION,
        /** The last disk contains one log for all logs. */
        COMBINED_LOG,
        /** Clients wait for the disk writes of logs. */
        HSYNC,
        /** The page cache is that of Linux, and requests are those of a DataNode. */
        LINUX_CACHE,
        /** Pages leave the page cache of Linux after their write. */
        NO_WRITE_ALLOCATE
    }

    /** Copies the switches. */
    public Alternative {
        switches = Set.copyOf(switches);
    }

    /** Creates a system without features. */
    public static Alternative of(String name, Hardware hardware, Prices prices, PaperDisk disk) {
        return new Alternative(
                name,
                hardware,
                prices,
                disk,
                FlashPolicy.PROMOTE,
                Set.of(),
                1,
                FileLayout.TRACED,
                SyncSettings.UNKNOWN);
    }

    /** Whether a feature is on. */
    public boolean has(Switch feature) {
        return switches.contains(feature);
    }

    /** Returns this system with another name. */
    public Alternative named(String other) {
        return new Alternative(other, hardware, prices, disk, flashPolicy, switches, logCompression, layout, syncs);
    }

    /** Returns this system with other hardware. */
    public Alternative with(Hardware other) {
        return new Alternative(name, other, prices, disk, flashPolicy, switches, logCompression, layout, syncs);
    }

    /** Returns this system with other disks. */
    public Alternative with(PaperDisk other) {
        return new Alternative(name, hardware, prices, other, flashPolicy, switches, logCompression, layout, syncs);
    }

    /** Returns this system with another policy of its flash. */
    public Alternative with(FlashPolicy other) {
        return new Alternative(name, hardware, prices, disk, other, switches, logCompression, layout, syncs);
    }

    /** Returns this system with one more feature. */
    public Alternative with(Switch feature) {
        EnumSet<Switch> more = EnumSet.of(feature);
        Collections.addAll(more, switches.toArray(new Switch[0]));
        return new Alternative(name, hardware, prices, disk, flashPolicy, more, logCompression, layout, syncs);
    }

    /** Returns this system with compressed logs. */
    public Alternative withLogCompression(double factor) {
        return new Alternative(name, hardware, prices, disk, flashPolicy, switches, factor, layout, syncs);
    }

    /** Returns this system with another layout of its files. */
    public Alternative with(FileLayout other) {
        return new Alternative(name, hardware, prices, disk, flashPolicy, switches, logCompression, other, syncs);
    }

    /** Returns this system with other settings of hsyncs. */
    public Alternative with(SyncSettings other) {
        return new Alternative(name, hardware, prices, disk, flashPolicy, switches, logCompression, layout, other);
    }

    /** Whether disks have the models of fsync and ext4: the time of a flush is known, and disks are equal. */
    public boolean hasExt4() {
        return has(Switch.LINUX_CACHE) && syncs.isKnown() && !layout.isTiered();
    }

    /**
     * Creates the system of a machine.
     *
     * @param machine number of the machine
     * @param machines number of machines
     */
    SimulatedSystem system(int machine, int machines) {
        SimulatedSystem system = create();
        if (layout.isTiered()) {
            system.useTiers(new TierDisks(layout.tiers(), machine, machines));
        }
        if (!system.hasLinuxCache() && hardware.flashGigabytes() > 0) {
            system.useOwnCache(flashPolicy);
        }
        system.measureDistributions(has(Switch.HSYNC));
        return system;
    }

    /** Creates empty measurements. */
    Slice slice() {
        return new Slice(true, has(Switch.HSYNC));
    }

    /** Returns the hardware as text. */
    public String description() {
        if (!layout.isTiered()) {
            return hardware + " of " + text(disk);
        }
        String tiers = layout.tiers().stream()
                .map(tier -> tier.disks() + " disks " + tier.name() + " of "
                        + text(new PaperDisk(tier.bytesPerSecond(), tier.seekNanos())) + " on " + tier.nodes()
                        + " nodes")
                .collect(Collectors.joining(", "));
        return new Hardware(hardware.ramGigabytes(), hardware.flashGigabytes(), 0)
                .toString()
                .replace("0 disks", tiers);
    }

    /** Whether disks are faster or slower than those of another system, although their price is the same. */
    public boolean hasOtherDisks(Alternative other) {
        return !disk.equals(other.disk) || !tierDisks().equals(other.tierDisks());
    }

    /** Returns a disk of each known tier. */
    private List<PaperDisk> tierDisks() {
        return layout.tiers().stream()
                .map(tier -> new PaperDisk(tier.bytesPerSecond(), tier.seekNanos()))
                .toList();
    }

    private static String text(PaperDisk disk) {
        return digits(disk.bytesPerSecond()) + " MB/s and " + digits(disk.fullSeekNanos()) + " ms";
    }

    private static String digits(long millionths) {
        return new BigDecimal(millionths)
                .movePointLeft(MILLION)
                .round(DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Returns the price of the disks of the mean machine. */
    private double diskDollars(int machines) {
        return layout.isTiered()
                ? layout.tiers().stream()
                        .mapToDouble(tier -> tier.diskDollars() * tier.disks() * tier.nodes() / machines)
                        .sum()
                : prices.disk() * hardware.disks();
    }

    /** Returns the price of the mean machine in dollars. */
    double capex(int machines) {
        return prices.capex(hardware, diskDollars(machines));
    }

    /**
     * Returns the price per year of hardware that is replaced in the mean machine, in dollars.
     *
     * @param machines number of machines
     * @param flashYears lifetime of the flash
     * @param withRam whether failures of RAM count
     */
    double opex(int machines, double flashYears, boolean withRam) {
        return prices.opex(hardware, diskDollars(machines), flashYears, withRam);
    }

    private SimulatedSystem create() {
        if (has(Switch.LINUX_CACHE)) {
            return hasExt4() ? new Ext4System(this) : new LinuxSystem(this);
        }
        return has(Switch.COMBINED_LOG) ? new CombinedLogSystem(hardware, disk) : new SimulatedSystem(hardware, disk);
    }
}
