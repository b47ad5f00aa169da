package org.underbase.sim.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.OutputFile;
import org.underbase.operator.page.TablePage;
import org.underbase.sim.report.RunResult;

/**
 * Results of finished runs in the directory {@code runs} of an output directory, so that a command after a kill continues with
 * the missing ones. A result belongs to its inputs: another study in the same directory is an error, and a result of another
 * version of the program, or a corrupt one, is computed again. The directory is locked.
 */
public final class KeptRuns implements Closeable {
    /** Input with the version of the program. */
    public static final String VERSION = "program version";

    private static final String LOCK = "lock";
    private static final String SUFFIX = ".run";

    private final Path directory;
    private final Map<String, String> inputs;
    private final Consumer<String> remarks;
    private final FileChannel lock;

    private KeptRuns(Path directory, Map<String, String> inputs, Consumer<String> remarks, FileChannel lock) {
        this.directory = directory;
        this.inputs = inputs;
        this.remarks = remarks;
        this.lock = lock;
    }

    /**
     * Opens the results of a study.
     *
     * @param out output directory, which is created if missing
     * @param inputs everything on which the results depend, by the name of the option or argument; names of texts that the
     *     program derives begin with a lower-case letter, because the texts differ between its versions
     * @param remarks receives a line per result that is computed again or not kept
     * @throws IOException if another process uses the directory, it has results of another study, or it cannot be written
     */
    public static KeptRuns open(Path out, Map<String, String> inputs, Consumer<String> remarks) throws IOException {
        Path directory = Files.createDirectories(out.resolve("runs"));
        FileChannel lock =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(lock)) {
            lock.close();
            throw new IOException("another process writes to " + out + ": wait for it, or use another --out");
        }
        KeptRuns kept = new KeptRuns(directory, new TreeMap<>(inputs), remarks, lock);
        try {
            TablePage.deleteParts(out);
            OutputFile.deleteParts(directory);
            kept.rejectOtherStudies();
        } catch (IOException e) {
            kept.close();
            throw e;
        }
        return kept;
    }

    private static boolean isLocked(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /**
     * Returns the result of a run, if it is intact.
     *
     * @throws IOException if it is that of another study
     */
    Optional<RunResult> find(String name) throws IOException {
        Path file = file(name);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Optional<byte[]> body = RunFile.read(file);
        if (body.isEmpty()) {
            remarks.accept(name + " is repeated: " + file + " is corrupt");
            return Optional.empty();
        }
        JsonNode kept = new ObjectMapper().readTree(body.get());
        if (isOtherVersion(kept.path("inputs"))) {
            remarks.accept(name + " is repeated: " + file + " is that of another version of the program");
            return Optional.empty();
        }
        return Optional.of(RunResult.parse(kept.path("result")));
    }

    /** Rejects results of other studies, whose runs may have other names. */
    private void rejectOtherStudies() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
                    .toList();
        }
        for (Path file : files) {
            Optional<byte[]> body = RunFile.read(file);
            if (body.isPresent()) {
                isOtherVersion(new ObjectMapper().readTree(body.get()).path("inputs"));
            }
        }
    }

    /**
     * Whether a result is that of another version of the program.
     *
     * @throws IOException if it is that of another study
     */
    private boolean isOtherVersion(JsonNode before) throws IOException {
        List<String> differences = differences(before);
        boolean isOtherVersion = differences.remove(VERSION);
        if (isOtherVersion) {
            differences.removeIf(input ->
                    Character.isLowerCase(input.charAt(0)) || !before.has(input) || !inputs.containsKey(input));
        }
        if (!differences.isEmpty()) {
            String first = differences.get(0);
            throw new IOException(directory + " has results of another study: " + first + " was "
                    + text(before.path(first).asText()) + " and is " + text(inputs.getOrDefault(first, ""))
                    + (differences.size() > 1
                            ? ", also " + String.join(", ", differences.subList(1, differences.size()))
                            : "")
                    + "; use another --out, or delete this directory to repeat all runs");
        }
        return isOtherVersion;
    }

    private static String text(String value) {
        return value.isEmpty() ? "not set" : value;
    }

    private List<String> differences(JsonNode kept) {
        TreeSet<String> names = new TreeSet<>(inputs.keySet());
        kept.fieldNames().forEachRemaining(names::add);
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            if (!Objects.equals(inputs.getOrDefault(name, ""), kept.path(name).asText())) {
                differences.add(name);
            }
        }
        return differences;
    }

    /** Keeps a result, or reports that it cannot: the caller still has it. */
    void keep(RunResult result) {
        ObjectNode root = JsonText.object();
        inputs.forEach(root.putObject("inputs")::put);
        root.set("result", result.toJson());
        try {
            RunFile.write(file(result.name()), JsonText.of(root));
        } catch (IOException e) {
            remarks.accept(result.name() + " is not kept: " + e.getMessage());
        }
    }

    private Path file(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9.]+", "-");
        return directory.resolve(String.format("%s-%08x%s", safe, name.hashCode(), SUFFIX));
    }

    /** Unlocks the directory. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
