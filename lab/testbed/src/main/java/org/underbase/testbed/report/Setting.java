package org.underbase.testbed.report;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.VersionInfo;

/** When and on what a benchmark or soak ran; names no machine, no path and no person. */
public record Setting(Map<String, String> facts) {
    public Setting {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** The setting of this process, now. The load average tells how much else the machine was doing. */
    public static Setting now() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        facts.put("Hadoop", org.apache.hadoop.util.VersionInfo.getVersion());
        facts.put("HBase", VersionInfo.getVersion());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("system", system.getName() + " " + system.getVersion() + " " + system.getArch());
        facts.put("cores", Integer.toString(system.getAvailableProcessors()));
        facts.put("load average at the start", Numbers.fixed(system.getSystemLoadAverage(), 1));
        return new Setting(facts);
    }

    /** This setting with one more fact. */
    public Setting with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Setting(more);
    }

    String markdown() {
        return facts.entrySet().stream()
                .map(fact -> "- " + fact.getKey() + ": " + fact.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
