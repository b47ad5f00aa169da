package org.underbase.sim.whatif;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeSet;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.Alternative;

/** Description of a machine in a properties file, whose reference is the resource {@code hardware-paper.properties}. */
public final class HardwareFile {
    /** Name of the hardware of FAST '14. */
    public static final String PAPER = "paper";

    private static final double MEGA = 1e6;

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
        Hardware hardware =
                new Hardware(number("ram.gigabytes", 0), number("flash.gigabytes", -1), (int) number("disks", 1));
        PaperDisk disk = new PaperDisk(
                (long) (number("disk.megabytes.per.second", 0) * MEGA), (long) (number("disk.seek.millis", 0) * MEGA));
        if (!properties.isEmpty()) {
            throw new IOException("invalid hardware in " + name + ": unknown key "
                    + new TreeSet<>(properties.stringPropertyNames()).first());
        }
        return new Alternative("baseline", hardware, disk, false, false);
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
