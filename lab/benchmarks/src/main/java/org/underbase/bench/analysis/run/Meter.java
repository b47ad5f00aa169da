package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measurement of this process, from its creation. */
public final class Meter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final long cpu = system.getProcessCpuTime();
    private final long written = number("/proc/self/io", "wchar:");
    private final long start = System.nanoTime();

    public Meter() throws IOException {}

    /** Ends the measurement: writes the result to a directory, and prints the usage. */
    public void end(Path directory, JsonNode result) throws IOException {
        Usage usage = new Usage(
                System.nanoTime() - start,
                system.getProcessCpuTime() - cpu,
                number("/proc/self/status", "VmHWM:") << 10,
                number("/proc/self/io", "wchar:") - written);
        JSON.writeValue(directory.resolve(MeasuredRun.RESULT).toFile(), result);
        System.out.println(JSON.writeValueAsString(usage));
    }

    private static long number(String file, String key) throws IOException {
        return Files.readAllLines(Path.of(file)).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).replace("kB", "").strip())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IOException("no " + key + " in " + file));
    }
}
