package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One measured analysis: {@code AnalysisMain WORK TRACE THREADS MEMORY_BYTES DIRECTORY}. It writes the figures to
 * {@code result.json} in the directory, and prints a {@link Usage}.
 */
public final class AnalysisMain {
    /** Name of the file with the figures. */
    static final String RESULT = "result.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private AnalysisMain() {}

    /** Computes the figures. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[4]);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = system.getProcessCpuTime();
        long written = number("/proc/self/io", "wchar:");
        long start = System.nanoTime();
        ObjectNode result = Work.valueOf(args[0])
                .run(Path.of(args[1]), Integer.parseInt(args[2]), directory, Long.parseLong(args[3]));
        Usage usage = new Usage(
                System.nanoTime() - start,
                system.getProcessCpuTime() - cpu,
                number("/proc/self/status", "VmHWM:") << 10,
                number("/proc/self/io", "wchar:") - written);
        JSON.writeValue(directory.resolve(RESULT).toFile(), result);
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
