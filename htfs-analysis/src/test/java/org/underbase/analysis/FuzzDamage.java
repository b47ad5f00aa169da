package org.underbase.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.underbase.analysis.run.Progress;
import org.underbase.htfs.format.TraceFiles;

/** One to three random faults of a directory of segments, for {@link AnalysisFuzz}. Not thread-safe. */
final class FuzzDamage {
    /** First bytes of each block. */
    private static final byte[] BLOCK_MAGIC = {(byte) 0xB1, 'U', 'B', 'K', '\r', '\n', 0x1A, (byte) 0xF5};

    private final Map<String, byte[]> files;
    private final Map<String, byte[]> foreign;
    private final SplittableRandom random;
    private final Set<String> directories = new HashSet<>();
    private final Set<String> unreadable = new HashSet<>();
    private final StringBuilder story = new StringBuilder();
    private String changing = "";
    private int change;
    private int stage;

    FuzzDamage(Map<String, byte[]> files, Map<String, byte[]> foreign, SplittableRandom random) {
        this.files = new TreeMap<>(files);
        this.foreign = foreign;
        this.random = random;
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            damage();
        }
    }

    private void damage() {
        String name = any(files);
        byte[] bytes = files.get(name);
        switch (random.nextInt(16)) {
            case 0 -> put("truncate", name, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            case 1 -> put("flip", name, flipped(bytes));
            case 2 -> put("zero", name, zeroed(bytes));
            case 3 -> swapBlocks(name, any(files));
            case 4 -> put("repeat a block", name, blocks(bytes, true));
            case 5 -> put("remove a block", name, blocks(bytes, false));
            case 6 -> remove(name);
            case 7 -> put("copy", "copy-" + name, bytes);
            case 8 -> {
                files.remove(name);
                put("rename to", "renamed-" + random.nextInt(100) + TraceFiles.SUFFIX, bytes);
            }
            case 9 -> addForeign();
            case 10 -> put("add text", "a" + TraceFiles.SUFFIX, "this is some text".getBytes(StandardCharsets.UTF_8));
            case 11 -> put("add an empty file", "b" + TraceFiles.SUFFIX, new byte[0]);
            case 12 -> replaceByDirectory(name);
            case 13 -> put("other version", name, withVersion(bytes, 1 + random.nextInt(3)));
            case 14 -> {
                unreadable.add(name);
                story.append(" [no permission to read ").append(name).append(']');
            }
            default -> changeWhileRunning(name);
        }
    }

    private void put(String what, String name, byte[] bytes) {
        files.put(name, bytes);
        story.append(" [")
                .append(what)
                .append(' ')
                .append(name)
                .append(": ")
                .append(bytes.length)
                .append(" bytes]");
    }

    private String any(Map<String, byte[]> of) {
        return of.keySet().stream().skip(random.nextInt(of.size())).findFirst().orElseThrow();
    }

    private byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        for (int left = 1 + random.nextInt(8); left > 0 && bytes.length > 0; left--) {
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    private byte[] zeroed(byte[] bytes) {
        byte[] changed = bytes.clone();
        int from = random.nextInt(bytes.length + 1);
        Arrays.fill(changed, from, Math.min(bytes.length, from + random.nextInt(2000)), (byte) 0);
        return changed;
    }

    private void swapBlocks(String one, String other) {
        List<byte[]> first = parts(files.get(one));
        List<byte[]> second = parts(files.get(other));
        int a = random.nextInt(first.size());
        int b = random.nextInt(second.size());
        byte[] part = first.get(a);
        first.set(a, second.get(b));
        put("swap a block", one, joined(first));
        second.set(b, part);
        put("swap a block", other, one.equals(other) ? joined(first) : joined(second));
    }

    private byte[] blocks(byte[] bytes, boolean repeat) {
        List<byte[]> parts = parts(bytes);
        int at = random.nextInt(parts.size());
        if (repeat) {
            parts.add(random.nextInt(parts.size() + 1), parts.get(at));
        } else {
            parts.remove(at);
        }
        return joined(parts);
    }

    /** Removes a segment of a process that has others: nothing shows that a process has existed. */
    private void remove(String name) {
        if (hasOthers(files, name) && story.length() == 0) {
            files.remove(name);
            story.append(" [remove ").append(name).append(']');
        }
    }

    private static boolean hasOthers(Map<String, byte[]> files, String name) {
        String process = name.substring(0, name.lastIndexOf('-') + 1);
        return files.keySet().stream().filter(file -> file.startsWith(process)).count() > 1;
    }

    /** Adds one of several segments of a process of another trace: a complete process may belong to this one. */
    private void addForeign() {
        String name = any(foreign);
        if (hasOthers(foreign, name)) {
            put("add foreign " + name, "foreign" + TraceFiles.SUFFIX, foreign.get(name));
        }
    }

    private void replaceByDirectory(String name) {
        files.remove(name);
        directories.add(name);
        story.append(" [directory ").append(name).append(']');
        if (files.isEmpty()) {
            put("add text", "a" + TraceFiles.SUFFIX, new byte[] {1});
        }
    }

    private void changeWhileRunning(String name) {
        changing = name;
        change = random.nextInt(4);
        stage = 1 + random.nextInt(3);
        story.append(" [change ")
                .append(change)
                .append(" of ")
                .append(name)
                .append(" before stage ")
                .append(stage)
                .append(']');
    }

    void write(Path trace) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(trace.resolve(file.getKey()), file.getValue());
        }
        for (String name : directories) {
            if (!files.containsKey(name)) {
                Files.createDirectories(trace.resolve(name));
            }
        }
        for (String name : unreadable) {
            if (files.containsKey(name)) {
                Files.setPosixFilePermissions(trace.resolve(name), PosixFilePermissions.fromString("---------"));
            }
        }
    }

    /** Returns the progress of an analysis that changes a file before a stage. */
    Progress during(Path trace) {
        return new Progress() {
            @Override
            public void begin(Stage next) {
                if (next.number() == stage && files.containsKey(changing)) {
                    try {
                        apply(trace.resolve(changing), files.get(changing));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }

            @Override
            public void done(long amount, long total) {}
        };
    }

    private void apply(Path file, byte[] bytes) throws IOException {
        switch (change) {
            case 0 -> Files.delete(file);
            case 1 -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            case 2 -> Files.write(file, joined(List.of(bytes, bytes)));
            default -> Files.write(file, zeroed(bytes));
        }
    }

    /** Returns the header of a segment, if any, and its blocks. */
    private static List<byte[]> parts(byte[] bytes) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        for (int i = 1; i + BLOCK_MAGIC.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + BLOCK_MAGIC.length, BLOCK_MAGIC, 0, BLOCK_MAGIC.length)) {
                parts.add(Arrays.copyOfRange(bytes, from, i));
                from = i;
            }
        }
        parts.add(Arrays.copyOfRange(bytes, from, bytes.length));
        return parts;
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteBuffer all =
                ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(all::put);
        return all.array();
    }

    /** Changes the version in the header of a segment, with its CRC. */
    private static byte[] withVersion(byte[] bytes, int version) {
        List<byte[]> parts = parts(bytes);
        byte[] header = parts.get(0).clone();
        if (header.length > 20) {
            ByteBuffer of =
                    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putShort(8, (short) version);
            CRC32C crc = new CRC32C();
            crc.update(header, 0, header.length - 4);
            of.putInt(header.length - 4, (int) crc.getValue());
        }
        parts.set(0, header);
        return joined(parts);
    }

    @Override
    public String toString() {
        return story.toString();
    }
}
