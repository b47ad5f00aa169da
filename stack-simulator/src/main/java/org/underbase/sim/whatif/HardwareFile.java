package org.underbase.sim.whatif;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import org.underbase.operator.output.UserText;
import org.underbase.operator.page.Page;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.sync.SyncSettings;
import org.underbase.tier.policy.TierNames;

/** Description of a machine in a properties file, whose reference is the resource {@code hardware-paper.properties}. */
public final class HardwareFile {
    /** Name of the hardware of FAST '14. */
    public static final String PAPER = "paper";

    private static final String TIER = "tier.";
    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;

    private final Properties properties = new UniqueKeys();

    /** Settings of a file without repeated keys. */
    private static final class UniqueKeys extends Properties {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
                throw new IllegalArgumentException(key + " is given twice");
            }
            return super.put(key, value);
        }
    }

    private HardwareFile(Reader reader) throws IOException {
        properties.load(reader);
    }

    /**
     * Reads a description.
     *
     * @param name {@link #PAPER} or the path of a file
     * @return the baseline
     * @throws IOException if the file is unreadable, incomplete or invalid
     */
    public static Alternative read(String name) throws IOException {
        Reader reader = new StringReader(
                name.equals(PAPER)
                        ? Page.resource(HardwareFile.class, "hardware-paper.properties")
                        : UserText.read(Path.of(name), "hardware"));
        try {
            return new HardwareFile(reader).parse();
        } catch (IllegalArgumentException e) {
            throw new IOException("invalid hardware: " + name + ": " + e.getMessage(), e);
        }
    }

    private Alternative parse() {
        Hardware hardware = new Hardware(number(Quantity.RAM), number(Quantity.FLASH), (int) number(Quantity.DISKS));
        PaperDisk disk =
                new PaperDisk((long) (number(Quantity.BANDWIDTH) * MEGA), (long) (number(Quantity.SEEK) * MEGA));
        Prices paper = Prices.PAPER;
        Prices prices = new Prices(
                optional("", Quantity.DISK_PRICE, paper.disk()),
                optional("", Quantity.RAM_PRICE, paper.ramGigabyte()),
                optional("", Quantity.FLASH_PRICE, paper.flashGigabyte()),
                optional("", Quantity.DISK_FAILURES, paper.diskFailures() * PERCENT) / PERCENT,
                optional("", Quantity.RAM_FAILURES, paper.ramFailures() * PERCENT) / PERCENT);
        SyncSettings syncs = properties.containsKey(Quantity.FLUSH.key())
                ? SyncSettings.UNKNOWN.withFlush((long) (number(Quantity.FLUSH) * MEGA))
                : SyncSettings.UNKNOWN;
        List<Tier> tiers = tiers(prices);
        if (!properties.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown key " + new TreeSet<>(properties.stringPropertyNames()).first());
        }
        return Alternative.of("baseline", hardware, prices, disk)
                .with(FileLayout.TRACED.withTiers(tiers))
                .with(syncs);
    }

    /** Returns the tiers, the fastest first. */
    private List<Tier> tiers(Prices prices) {
        SortedSet<String> names = new TreeSet<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(TIER)) {
                names.add(key.substring(TIER.length()).split("\\.", 2)[0]);
            }
        }
        List<Tier> tiers = new ArrayList<>();
        for (String tier : names) {
            TierNames.check(tier);
            String prefix = TIER + tier + ".";
            tiers.add(new Tier(
                    tier,
                    (int) number(prefix, Quantity.TIER_NODES),
                    (int) number(prefix, Quantity.TIER_DISKS),
                    (long) (number(prefix, Quantity.BANDWIDTH) * MEGA),
                    (long) (number(prefix, Quantity.SEEK) * MEGA),
                    optional(prefix, Quantity.TIER_DISK_PRICE, prices.disk())));
        }
        tiers.sort(Comparator.comparingLong(Tier::bytesPerSecond).reversed().thenComparingLong(Tier::seekNanos));
        return tiers;
    }

    private double optional(String prefix, Quantity quantity, double otherwise) {
        return properties.containsKey(prefix + quantity.key()) ? number(prefix, quantity) : otherwise;
    }

    private double number(Quantity quantity) {
        return number("", quantity);
    }

    private double number(String prefix, Quantity quantity) {
        String key = prefix + quantity.key();
        Object number = properties.remove(key);
        if (number == null) {
            throw new IllegalArgumentException("missing " + key);
        }
        return quantity.parse(key + "=" + number, number.toString());
    }
}
