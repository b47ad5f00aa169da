package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.cli.TraceCommand;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceReader;
import picocli.CommandLine;

/** Kills by {@code kill -9} of recording processes, two at a time in one directory. */
@Tag("cluster")
class KilledWriterTest {
    private static final long SEED = 20140217;
    private static final int ROUNDS = 3;
    private static final int SCRIBES = 3;

    @TempDir
    Path dir;

    private final List<Process> children = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void everyIntactBlockIsReadAndTheRestIsReported() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<Long, long[]> onDisk = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            Process one = scribe();
            Process other = scribe();
            onDisk.put(one.pid(), killed(one, random));
            onDisk.put(other.pid(), killed(other, random));
        }
        Map<String, Scribe.Check> processes = new HashMap<>();
        ReadReport report;
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(dir.toString()))) {
            while (reader.next()) {
                processes
                        .computeIfAbsent(reader.event().process(), process -> new Scribe.Check())
                        .accept(reader.event());
            }
            report = reader.report();
        }

        assertThat(processes).as("seed %d", SEED).hasSize(2 * ROUNDS);
        processes.forEach((process, check) -> {
            long[] least = onDisk.get(Long.parseLong(process.substring(0, process.indexOf('@'))));
            for (int i = 0; i < SCRIBES; i++) {
                assertThat(check.events(i)).as("seed %d, %s", SEED, process).isGreaterThanOrEqualTo(least[i]);
            }
        });
        assertThat(report.drops().total()).isZero();
        assertThat(report.bytes() + headerBytes() + corruptBytes(report))
                .as("every byte belongs to an intact block or a corrupt range: %s", report)
                .isEqualTo(allBytes());
        assertVerifyNamesEveryProcess(processes);
    }

    private Process scribe() throws IOException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dlog4j.configuration=" + System.getProperty("log4j.configuration"),
                        "-Dunderbase.test.log=" + System.getProperty("underbase.test.log"),
                        Scribe.class.getName(),
                        dir.toString(),
                        Integer.toString(SCRIBES))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    /** Kills a process after a random time and returns the minimum number of events of each scribe on disk. */
    private static long[] killed(Process child, SplittableRandom random) throws Exception {
        String last = "on disk 0";
        try (BufferedReader lines = child.inputReader()) {
            for (int left = 1 + random.nextInt(20); left > 0; left -= last.matches("on disk( 0)+") ? 0 : 1) {
                last = lines.readLine();
                assertThat(last)
                        .as("seed %d: the process should be running", SEED)
                        .isNotNull();
            }
            assertThat(child.waitFor(random.nextLong(200_000), TimeUnit.MICROSECONDS))
                    .isFalse();
            // Kill through the handle: Process.destroyForcibly would close the pipe and discard the last lines.
            child.toHandle().destroyForcibly();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line.matches("on disk( \\d+){" + SCRIBES + "}") ? line : last;
            }
            child.waitFor();
        }
        return Stream.of(last.substring("on disk ".length()).split(" ", SCRIBES))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private void assertVerifyNamesEveryProcess(Map<String, Scribe.Check> processes) {
        StringWriter out = new StringWriter();
        int exit = new CommandLine(new TraceCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(new StringWriter()))
                .execute("verify", dir.toString());
        assertThat(exit).isEqualTo(1);
        for (String process : processes.keySet()) {
            String name = process.replace('@', '-');
            assertThat(out.toString().lines())
                    .anyMatch(line -> (line.contains(name) && line.contains("no end mark"))
                            || (line.contains(process) && line.contains("does not end the recording")));
        }
    }

    private long headerBytes() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
            bytes += file.capacity() < 16 ? 0 : 20 + file.getInt(12);
        }
        return bytes;
    }

    private static long corruptBytes(ReadReport report) {
        return report.corruptRanges().stream().mapToLong(CorruptRange::bytes).sum();
    }

    private long allBytes() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            bytes += Files.size(segment);
        }
        return bytes;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> file.toString().endsWith(".ubtrace")).toList();
        }
    }
}
