package org.underbase.sim.whatif;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.sync.SyncSettings;

/** Description of a machine in a properties file, whose reference is the resource {@code hardware-paper.properties}. */
public final class HardwareFile {
    /** Name of the hardware of FAST '14. */
    public static final String PAPER = "paper";

    private static final String TIER = "tier.";
    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;
    /** Bound of values that may be 0. */
    private static final double BELOW_ZERO = -Double.MIN_VALUE;

    private final String name;
    private final Properties properties = new Properties();

    private HardwareFile(String name, Reader reader) throws IOException {
        this.name = name;
        properties.load(reader);
    }

    /**
     * Reads a description.
     *
     * @param name {@link #PAPER} or the path of a file
     * @return the baseline
     * @throws IOException if the file is unreadable or incomplete
     */
    public static Alternative read(String name) throws IOException {
        if (!name.equals(PAPER)) {
            try (Reader reader = Files.newBufferedReader(Path.of(name))) {
                return new HardwareFile(name, reader).parse();
            }
        }
        try (InputStream stream = HardwareFile.class.getResourceAsStream("hardware-paper.properties");
                Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            return new HardwareFile(name, reader).parse();
        }
    }

    private Alternative parse() throws IOException {
        Hardware hardware = new Hardware(
                number("ram.gigabytes", 0), number("flash.gigabytes", BELOW_ZERO), (int) number("disks", 1));
        PaperDisk disk = new PaperDisk(
                (long) (number("disk.megabytes.per.second", 0) * MEGA), (long) (number("disk.seek.millis", 0) * MEGA));
        Prices paper = Prices.PAPER;
        Prices prices = new Prices(
                optional("price.disk.dollars", paper.disk()),
                optional("price.ram.dollars.per.gigabyte", paper.ramGigabyte()),
                optional("price.flash.dollars.per.gigabyte", paper.flashGigabyte()),
                optional("failure.disk.percent.per.year", paper.diskFailures() * PERCENT) / PERCENT,
                optional("failure.ram.percent.per.year", paper.ramFailures() * PERCENT) / PERCENT);
        String flush = "disk.flush.millis";
        SyncSettings syncs = properties.containsKey(flush)
                ? SyncSettings.UNKNOWN.withFlush((long) (number(flush, BELOW_ZERO) * MEGA))
                : SyncSettings.UNKNOWN;
        List<Tier> tiers = tiers(prices);
        if (!properties.isEmpty()) {
            throw new IOException("invalid hardware in " + name + ": unknown key "
                    + new TreeSet<>(properties.stringPropertyNames()).first());
        }
        return Alternative.of("baseline", hardware, prices, disk)
                .with(FileLayout.TRACED.withTiers(tiers))
                .with(syncs);
    }

    /** Returns the tiers, the fastest first. */
    private List<Tier> tiers(Prices prices) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(TIER)) {
                names.add(key.substring(TIER.length()).split("\\.", 2)[0]);
            }
        }
        List<Tier> tiers = new ArrayList<>();
        for (String tier : names) {
            String prefix = TIER + tier + ".";
            tiers.add(new Tier(
                    tier,
                    (int) number(prefix + "nodes", 0),
                    (int) number(prefix + "disks", 0),
                    (long) (number(prefix + "disk.megabytes.per.second", 0) * MEGA),
                    (long) (number(prefix + "disk.seek.millis", 0) * MEGA),
                    optional(prefix + "disk.dollars", prices.disk())));
        }
        tiers.sort(Comparator.comparingLong(Tier::bytesPerSecond).reversed().thenComparingLong(Tier::seekNanos));
        return tiers;
    }

    private double optional(String key, double value) throws IOException {
        return properties.containsKey(key) ? number(key, BELOW_ZERO) : value;
    }

    private double number(String key, double above) throws IOException {
        Object text = properties.remove(key);
        if (text == null) {
            throw new IOException("invalid hardware in " + name + ": missing " + key);
        }
        try {
            double number = Double.parseDouble(text.toString().trim());
            if (number > above && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IOException("invalid hardware in " + name + ": " + key + "=" + text + " must be a number", e);
        }
        throw new IOException("invalid hardware in " + name + ": " + key + "=" + text + " is too small");
    }
}
