package org.underbase.testbed.report;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Date, versions and machine of a run. It contains no host name, path or user.
 *
 * @param entries names and values, in order
 */
public record Setting(Map<String, String> entries) {
    /** Copies the entries. */
    public Setting {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** Returns the setting of this process. The load average shows how busy the machine was when the run started. */
    public static Setting now() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        entries.put("Hadoop", org.apache.hadoop.util.VersionInfo.getVersion());
        entries.put("HBase", VersionInfo.getVersion());
        entries.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        entries.put("system", system.getName() + " " + system.getVersion() + " " + system.getArch());
        entries.put("cores", Integer.toString(system.getAvailableProcessors()));
        entries.put("load average at the start", Numbers.fixed(system.getSystemLoadAverage(), 1));
        return new Setting(entries);
    }

    /**
     * Returns a copy with one more entry.
     *
     * @param name name of the entry
     * @param value its value
     */
    public Setting with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(entries);
        more.put(name, value);
        return new Setting(more);
    }

    String markdown() {
        return entries.entrySet().stream()
                .map(entry -> "- " + entry.getKey() + ": " + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
