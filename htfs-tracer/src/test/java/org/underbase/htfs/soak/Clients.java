package org.underbase.htfs.soak;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.htfs.format.TraceReader;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.Programs;

/** Starts {@link Application}s with faults and compares their results with those of the stock client. Thread-safe. */
final class Clients implements AutoCloseable {
    /** Limit of the segments in a directory. */
    static final int MAX_SEGMENTS = 100;

    private static final int HEAP_MIB = 96;
    /** Exit code of a process that signal 9 ended. */
    private static final int KILLED = 128 + 9;
    /** Seeds of processes: the stock result of each is computed once. */
    private static final int SEEDS = 16;
    /** The shutdown hook of a process whose disk hangs waits 20 s. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Path directory;
    private final Path library;
    private final String address;
    private final FileSystem stock;
    private final ConcurrentMap<List<Long>, Long> expected = new ConcurrentHashMap<>();
    private final List<String> archive;

    /**
     * Compiles the library of the faults and archives the classes of the applications.
     *
     * @param hdfs configuration of the stock client
     * @param directory existing directory of all traces and logs
     */
    Clients(Configuration hdfs, Path directory) throws IOException {
        this.directory = directory;
        this.address = hdfs.get("fs.defaultFS");
        this.stock = FileSystem.newInstance(hdfs);
        this.library = directory.resolve("faults.so");
        Path source = directory.resolve("faults.c");
        try (InputStream in = Clients.class.getResourceAsStream("faults.c")) {
            Files.copy(in, source);
        }
        Command.of("gcc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl")
                .run()
                .orThrow();
        this.archive = archive();
    }

    /**
     * Runs an application that archives its classes, which halves the CPU time of a short process. A JVM archives only
     * classes of jars.
     *
     * @return the JVM options that use the archive
     */
    private List<String> archive() throws IOException {
        String classPath = System.getProperty("java.class.path");
        if (!Stream.of(classPath.split(File.pathSeparator, -1))
                .allMatch(entry -> Files.isRegularFile(Path.of(entry)))) {
            return List.of();
        }
        Path file = directory.resolve("classes.jsa");
        List<String> command = command(
                List.of("-XX:ArchiveClassesAtExit=" + file, "-Xlog:disable"),
                arguments("archive", traces(Fault.NONE), 0, 1, Fault.NONE));
        Command.of(command).run().orThrow();
        return List.of("-XX:SharedArchiveFile=" + file, "-Xlog:disable");
    }

    /** Returns the reason why this machine cannot inject faults; empty if it can. */
    static String obstacle() {
        return Programs.missing("gcc").map(name -> "faults need " + name).orElse("");
    }

    /**
     * Result of an application.
     *
     * @param problem violated guarantee; empty if the application passed
     * @param descriptors files that it opened and did not close
     * @param heapBytes heap in use at its end, in bytes
     * @param effect {@link Fault#awaitEffect}; 0 only for a process that was killed before
     */
    record Result(String problem, int descriptors, long heapBytes, long effect) {
        private static final Result EARLY = new Result("", 0, 0, 0);

        private static Result bad(String problem) {
            return new Result(problem, 0, 0, 0);
        }
    }

    /** Returns the directory of the traces of all applications with a fault. */
    Path traces(Fault fault) throws IOException {
        return Files.createDirectories(directory.resolve("traces").resolve(fault.name()));
    }

    /**
     * Runs an application in a new process.
     *
     * @param name unique name
     * @param fault its fault
     * @param threads number of its threads
     * @param random random choices of this run
     */
    Result run(String name, Fault fault, int threads, SplittableRandom random)
            throws IOException, InterruptedException {
        return run(name, fault, threads, random, random.nextInt(3) * 300);
    }

    /** Runs an application as the other method does; {@code writable} bytes are written before the disk fails. */
    Result run(String name, Fault fault, int threads, SplittableRandom random, int writable)
            throws IOException, InterruptedException {
        long seed = random.nextInt(SEEDS) * 1_000_000L;
        Path traces = traces(fault);
        Path log = directory.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command(archive, arguments(name, traces, seed, threads, fault)));
        builder.environment().putAll(fault.environment(library, traces, writable));
        builder.redirectError(log.toFile());
        Process process = builder.start();
        try {
            Result result =
                    fault == Fault.KILL ? kill(process, seed, threads, random, traces) : end(process, seed, threads);
            if (result.problem().isEmpty()) {
                Files.delete(log);
                return result;
            }
            return Result.bad(name + " with " + fault + ": " + result.problem() + ", see " + log);
        } finally {
            process.destroyForcibly();
        }
    }

    private Result end(Process process, long seed, int threads) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                ? judge(out.strip(), process.exitValue(), seed, threads)
                : Result.bad("no exit within " + LIMIT.toSeconds() + " s");
    }

    /** Kills a process at any time or, always one with several threads, after it has written events, which must remain. */
    private Result kill(Process process, long seed, int threads, SplittableRandom random, Path traces)
            throws IOException, InterruptedException {
        Result result = Result.EARLY;
        if (threads > 1 || random.nextBoolean()) {
            try (BufferedReader out = process.inputReader()) {
                String line = out.readLine();
                result = line == null
                        ? Result.bad("exit code " + process.waitFor() + " before the kill")
                        : judge(line, 0, seed, threads);
            }
        }
        if (!process.waitFor(random.nextLong(1_500), TimeUnit.MILLISECONDS)) {
            process.toHandle().destroyForcibly();
        }
        int exit = process.waitFor();
        if (result.effect() > 0) {
            long events = eventsOfUnclosed(traces, process.pid());
            return exit == KILLED && events >= result.effect()
                    ? result
                    : Result.bad("exit code " + exit + ", of " + result.effect() + " written events, " + events
                            + " are in segments without an end mark");
        }
        return result;
    }

    /** Returns the number of events of a process, -1 if all its segments have an end mark. */
    private static long eventsOfUnclosed(Path traces, long pid) throws IOException {
        try (TraceReader reader =
                TraceReader.open(new Configuration(false), List.of(traces + "/*-" + pid + "-*-*.ubtrace"))) {
            long events = 0;
            while (reader.next()) {
                events++;
            }
            return reader.report().unclosed().isEmpty() ? -1 : events;
        }
    }

    private Result judge(String out, int exit, long seed, int threads) throws IOException, InterruptedException {
        if (exit != 0 || !out.matches("-?\\d+ -?\\d+ \\d+ [1-9]\\d*")) {
            return Result.bad("exit code " + exit + ", output '" + out + "'");
        }
        String[] words = out.split(" ", -1);
        long wanted = expected(seed, threads);
        return words[0].equals(Long.toString(wanted))
                ? new Result("", Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]))
                : Result.bad("result " + words[0] + ", stock HDFS " + wanted);
    }

    /** Computes the result of the stock client in this JVM. */
    private long expected(long seed, int threads) throws IOException, InterruptedException {
        List<Long> key = List.of(seed, (long) threads);
        Long known = expected.get(key);
        if (known == null) {
            known = Application.run(stock, "stock-" + Thread.currentThread().getId(), seed, threads);
            expected.put(key, known);
        }
        return known;
    }

    private List<String> arguments(String name, Path traces, long seed, int threads, Fault fault) {
        return List.of(
                address,
                traces.toString(),
                Integer.toString(MAX_SEGMENTS),
                name,
                Long.toString(seed),
                Integer.toString(threads),
                fault.name());
    }

    private static List<String> command(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(ChildJvm.java()));
        command.addAll(options);
        command.addAll(List.of(
                "-Xmx" + HEAP_MIB + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Returns the number of files in a directory of traces. */
    int files(Fault fault) throws IOException {
        try (Stream<Path> files = Files.list(traces(fault))) {
            return (int) files.count();
        }
    }

    @Override
    public void close() throws IOException {
        stock.close();
    }
}
