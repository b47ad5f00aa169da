package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Counters of the kernel for processes and the machine, see proc(5). The counters of an exited process are 0. */
final class ProcFiles {
    private static final double TICKS_PER_SECOND = 100;
    private static final double PERCENT = 100;
    private static final int USER_TIME = 11;
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    /** Number of summed fields: guest time is part of user time. */
    private static final int FIELDS = 8;

    private static final int RECEIVED = 0;
    private static final long KILOBYTE = 1024;

    private ProcFiles() {}

    /** Returns the processor time of a process since its start, in seconds. */
    static double cpuSeconds(long pid) throws IOException {
        String stat = read("/proc/" + pid + "/stat", pid);
        if (stat.isEmpty()) {
            return 0;
        }
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1])) / TICKS_PER_SECOND;
    }

    /** Returns a value of {@code /proc/PID/status}, such as {@code VmRSS} in kB or {@code Threads}. */
    static long status(long pid, String key) throws IOException {
        return value(read("/proc/" + pid + "/status", pid), key + ":");
    }

    /** Returns the bytes that a process caused to be written to disks. */
    static long writtenBytes(long pid) throws IOException {
        return value(read("/proc/" + pid + "/io", pid), "write_bytes:");
    }

    /** Returns the number of open file descriptors of a process. */
    static long descriptors(long pid) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return all.count();
        } catch (IOException e) {
            return gone(pid, e).length();
        }
    }

    private static String read(String file, long pid) throws IOException {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            return gone(pid, e);
        }
    }

    private static String gone(long pid, IOException e) throws IOException {
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent()) {
            throw e;
        }
        return "";
    }

    private static long value(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key))
                .mapToLong(line ->
                        Long.parseLong(line.substring(key.length()).strip().split(" ", -1)[0]))
                .findFirst()
                .orElse(0);
    }

    /**
     * Ticks of all processors since boot.
     *
     * @param busy busy ticks
     * @param ioWait idle ticks with outstanding disk I/O
     * @param all all ticks
     */
    record Ticks(long busy, long ioWait, long all) {
        Ticks since(Ticks before) {
            return new Ticks(busy - before.busy, ioWait - before.ioWait, Math.max(1, all - before.all));
        }

        double busyPercent() {
            return PERCENT * busy / all;
        }

        double ioWaitPercent() {
            return PERCENT * ioWait / all;
        }
    }

    static Ticks processors() throws IOException {
        String first =
                Files.readString(Path.of("/proc/stat")).lines().findFirst().orElseThrow();
        long[] fields = Arrays.stream(first.strip().split("\\s+", -1))
                .skip(1)
                .limit(FIELDS)
                .mapToLong(Long::parseLong)
                .toArray();
        long all = Arrays.stream(fields).sum();
        return new Ticks(all - fields[IDLE] - fields[IO_WAIT], fields[IO_WAIT], all);
    }

    /** Returns the memory that is available without swapping, in bytes. */
    static long memoryAvailable() throws IOException {
        return value(Files.readString(Path.of("/proc/meminfo")), "MemAvailable:") * KILOBYTE;
    }

    /** Returns the total memory, in bytes. */
    static long memory() throws IOException {
        return value(Files.readString(Path.of("/proc/meminfo")), "MemTotal:") * KILOBYTE;
    }

    /** Returns the bytes sent through the loopback interface since boot. */
    static long loopback() throws IOException {
        return Files.readString(Path.of("/proc/net/dev"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("lo:"))
                .mapToLong(line -> Long.parseLong(line.substring(3).strip().split("\\s+", -1)[RECEIVED]))
                .findFirst()
                .orElse(0);
    }
}
