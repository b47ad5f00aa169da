package org.underbase.htfs.documented;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Reader of a complete, intact segment, written from docs/trace-format.md alone, without the module's classes. It
 * represents a reader in another language and is simple rather than fast.
 */
public final class DocumentedReader {
    private final ByteBuffer in;
    private final Map<String, String> segment = new TreeMap<>();
    private final List<DocumentedEvent> events = new ArrayList<>();
    private final long[] lost = new long[9];
    private int ending = -1;
    private int id;

    private DocumentedReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads a segment; throws {@link IllegalStateException} if it deviates from the document. */
    public static DocumentedReader read(byte[] bytes) {
        DocumentedReader reader = new DocumentedReader(bytes);
        reader.segmentHeader();
        for (int number = 0; reader.in.hasRemaining(); number++) {
            reader.block(number);
        }
        return reader;
    }

    public Map<String, String> segment() {
        return segment;
    }

    public List<DocumentedEvent> events() {
        return events;
    }

    /** Returns the lost events by cause. */
    public long[] lost() {
        return lost.clone();
    }

    /** Returns the kind of the end mark, or -1 without an end mark. */
    public int ending() {
        return ending;
    }

    private void segmentHeader() {
        check(Arrays.equals(bytes(in, 8), hex("8B5542540D0A1A0A")), "magic of the segment");
        int version = in.getShort();
        check(version == 1 || version == 2, "version");
        check(in.getShort() == 0, "features");
        int n = in.getInt();
        String text = new String(bytes(in, n), StandardCharsets.UTF_8);
        id = crc(0, 16 + n);
        check(in.getInt() == id, "CRC of the segment's header");
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            segment.put(line.substring(0, equals), line.substring(equals + 1));
        }
    }

    private void block(int number) {
        int at = in.position();
        check(Arrays.equals(bytes(in, 8), hex("B155424B0D0A1AF5")), "magic of a block");
        int head = in.getShort(at + 10);
        check(in.getInt(at + head - 4) == crc(at, head - 4), "CRC of a block's header");
        int kind = in.get(at + 8);
        int version = in.get(at + 9);
        check(version == 1 ? head == 116 : version == 2 && head == 236, "version and length of a block's header");
        check(in.getInt(at + 12) == id, "id of the segment");
        check(in.getInt(at + 16) == number, "number of the block");
        int n = in.getInt(at + 20);
        int length = in.getInt(at + 24);
        check(in.getInt(at + 28) == crc(at + head, length), "CRC of a payload");
        for (int i = 0; i < (version == 1 ? 3 : 9); i++) {
            lost[i] += in.getLong(version == 1 ? at + 80 + 8 * i : at + 88 + 16 * i);
        }
        int precision = version == 1 ? at + 104 : at + 80;
        in.position(at + head);
        if (kind == 0) {
            ByteBuffer payload = ByteBuffer.wrap(bytes(in, length)).order(ByteOrder.LITTLE_ENDIAN);
            List<DocumentedEvent> block =
                    new Payload(payload).events(n, in.getLong(at + 48), in.getInt(precision), in.getInt(precision + 4));
            check(block.get(0).start() == in.getLong(at + 48), "earliest start");
            check(block.get(n - 1).start() == in.getLong(at + 56), "latest start");
            check(
                    block.stream()
                                    .mapToLong(e -> e.start() + e.duration())
                                    .max()
                                    .orElseThrow()
                            == in.getLong(at + 64),
                    "latest end");
            events.addAll(block);
        } else {
            check(n == 0 && length == 0 && !in.hasRemaining(), "the end mark is the end");
            ending = kind;
        }
    }

    private int crc(int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(in.array(), from, length);
        return (int) crc.getValue();
    }

    private static byte[] hex(String digits) {
        return java.util.HexFormat.of().parseHex(digits);
    }

    private static byte[] bytes(ByteBuffer from, int n) {
        byte[] bytes = new byte[n];
        from.get(bytes);
        return bytes;
    }

    private static void check(boolean good, String what) {
        if (!good) {
            throw new IllegalStateException("not as documented: " + what);
        }
    }

    private static long varint(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = from.get();
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    private static String string(ByteBuffer from) {
        return new String(bytes(from, (int) varint(from)), StandardCharsets.UTF_8);
    }

    private static long unzigzag(long u) {
        return (u >>> 1) ^ -(u & 1);
    }

    private static int rawBits(int symbol) {
        return symbol < 16 ? 0 : (symbol - 16) / 4 + 2;
    }

    private static int symbol(long number) {
        if (number >= 0 && number < 16) {
            return (int) number;
        }
        int symbol = 16;
        while (number >>> rawBits(symbol) != 4 + (symbol & 3)) {
            symbol++;
        }
        return symbol;
    }

    /** One block's columns. */
    private static final class Payload {
        private final Map<Integer, ByteBuffer> columns = new HashMap<>();
        private long fresh;

        Payload(ByteBuffer payload) {
            while (payload.hasRemaining()) {
                int number = payload.get() & 0xFF;
                int stored = payload.get();
                int size = (int) varint(payload);
                byte[] bytes = bytes(payload, (int) varint(payload));
                byte[] plain = stored == 0 ? bytes : Zstd.decompress(bytes, size);
                check(plain.length == size, "size of column " + number);
                check(columns.put(number, ByteBuffer.wrap(plain)) == null, "column " + number + " once");
            }
        }

        private long[] numbers(int column, int bits) {
            ByteBuffer symbols = columns.get(column);
            byte[] raw = columns.containsKey(column + 128)
                    ? columns.get(column + 128).array()
                    : new byte[0];
            long[] numbers = new long[symbols.capacity()];
            int at = 0;
            for (int i = 0; i < numbers.length; i++) {
                int symbol = symbols.get(i) & 0xFF;
                int all = rawBits(symbol);
                int stored = Math.min(all, bits - 3);
                long low = 0;
                for (int bit = 0; bit < stored; bit++, at++) {
                    low |= ((raw[at / 8] >> (at % 8)) & 1L) << bit;
                }
                numbers[i] = symbol < 16 ? symbol : ((4L + (symbol & 3)) << all) + (low << (all - stored));
            }
            check(raw.length == (at + 7) / 8, "raw bits of column " + column);
            return numbers;
        }

        private long[] numbers(int column) {
            return numbers(column, 64);
        }

        private List<String> names(int column) {
            List<String> names = new ArrayList<>();
            if (columns.containsKey(column)) {
                ByteBuffer from = columns.get(column);
                for (long left = varint(from); left > 0; left--) {
                    names.add(string(from));
                }
            }
            return names;
        }

        private List<String> paths() {
            List<String> paths = new ArrayList<>();
            List<String> components = new ArrayList<>();
            List<String> path = new ArrayList<>();
            long[] numbers = numbers(15);
            for (int i = 0; i < numbers.length; ) {
                path = new ArrayList<>(path.subList(0, (int) numbers[i++]));
                for (long rest = numbers[i++]; rest > 0; rest--) {
                    int k = (int) numbers[i++];
                    if (k == 0) {
                        components.add(component());
                    }
                    path.add(components.get(components.size() - Math.max(1, k)));
                }
                paths.add(String.join("/", path));
            }
            return paths;
        }

        private String component() {
            long h = varint(columns.get(7));
            byte[] bytes = bytes(columns.get(h % 2 == 0 ? 7 : 135), (int) (h / 2));
            return h % 2 == 0
                    ? new String(bytes, StandardCharsets.UTF_8)
                    : java.util.HexFormat.of().formatHex(bytes);
        }

        /** For each target: stream, file, path, inode. */
        private long[][] targets() {
            long[] streams = numbers(16);
            long[] files = numbers(17);
            long[] paths = numbers(18);
            long[] inodes = numbers(19);
            long[][] targets = new long[streams.length][];
            Map<Long, Long> inodeOf = new HashMap<>();
            long stream = 0;
            long file = 0;
            long inode = 0;
            for (int i = 0; i < targets.length; i++) {
                stream += streams[i] == 0 ? 0 : unzigzag(streams[i] - 1);
                file += unzigzag(files[i]);
                long path = fresh - paths[i];
                fresh = Math.max(fresh, path + 1);
                long known = inodes[i] == 0
                        ? inodeOf.getOrDefault(file, -1L)
                        : inodes[i] == 1 ? -1 : inode + unzigzag(inodes[i] - 2);
                inodeOf.put(file, known);
                inode = known == -1 ? inode : known;
                targets[i] = new long[] {streams[i] == 0 ? -1 : stream, file, path, known};
            }
            return targets;
        }

        /** For each target: file system, block pool and EC policy, each 1 + its index or 0, and the first block. */
        private long[][] identities(long[][] targets) {
            long[][] identities = new long[targets.length][];
            boolean given = columns.containsKey(20);
            long[][] codes = given ? new long[][] {numbers(20), numbers(21), numbers(23), numbers(22)} : null;
            Map<Long, Long> blockOf = new HashMap<>();
            long[] last = new long[3];
            long block = 0;
            for (int i = 0; i < targets.length; i++) {
                identities[i] = new long[] {0, 0, 0, -1};
                for (int k = 0; given && k < 3; k++) {
                    last[k] = codes[k][i] == 0 ? last[k] : codes[k][i] - 1;
                    identities[i][k] = last[k];
                }
                if (given) {
                    long code = codes[3][i];
                    long file = targets[i][1];
                    long first =
                            code == 0 ? blockOf.getOrDefault(file, -1L) : code == 1 ? -1 : block + unzigzag(code - 2);
                    blockOf.put(file, first);
                    block = first == -1 ? block : first;
                    identities[i][3] = first;
                }
            }
            return identities;
        }

        private static String name(List<String> names, long number) {
            return number == 0 ? "" : names.get((int) number - 1);
        }

        private long[] rare(int column, long[] calls, long first) {
            long[] values = new long[calls.length];
            if (columns.containsKey(column)) {
                long[] codes = numbers(column);
                long[] last = new long[256];
                long next = first;
                for (int i = 0; i < codes.length; i++) {
                    int call = (int) calls[i];
                    long v =
                            codes[i] == 0 ? last[call] : codes[i] == 1 ? next : codes[i] == 2 ? 0 : 2 + next - codes[i];
                    last[call] = v;
                    next += v == next ? 1 : 0;
                    values[i] = v;
                }
            }
            return values;
        }

        private long[] groups(int n) {
            long[] groups = new long[n];
            Arrays.fill(groups, -1);
            if (columns.containsKey(44)) {
                long[] codes = numbers(44);
                long before = 0;
                for (int i = 0; i < n; i++) {
                    if (codes[i] != 0) {
                        before += unzigzag(codes[i] - 1);
                        groups[i] = before - 1;
                    }
                }
            }
            return groups;
        }

        List<DocumentedEvent> events(int n, long earliest, long tick, int durationBits) {
            ByteBuffer process = columns.get(1);
            String host = string(process);
            String pidAndStart = varint(process) + "@" + varint(process);
            String label = string(process);
            String owner = string(process);
            List<String> paths = paths();
            List<String> threads = names(3);
            List<String> users = names(4);
            List<String> exceptions = names(5);
            List<String> details = names(6);
            long[][] targets = targets();
            long[][] identities = identities(targets);
            long[] threadIds = columns.containsKey(24) ? numbers(24) : new long[threads.size()];
            List<String> fileSystems = names(8);
            List<String> blockPools = names(9);
            List<String> ecPolicies = names(10);
            long[] durations = numbers(33, durationBits);
            long[][] e = new Events(n, threads.size(), targets).decode();
            long[] calls = e[1];
            long[] user = rare(40, calls, 1);
            long[] exception = rare(41, calls, 1);
            long[] detail = rare(42, calls, 1);
            long[] other = rare(43, calls, 1 + fresh);
            long[] group = groups(n);
            long[] starts = numbers(32);
            List<DocumentedEvent> events = new ArrayList<>();
            long now = earliest;
            for (int i = 0; i < n; i++) {
                now += starts[i] * tick;
                long[] target = targets[(int) e[2][i]];
                long[] identity = identities[(int) e[2][i]];
                events.add(new DocumentedEvent(
                        now,
                        durations[i],
                        (int) calls[i],
                        threads.get((int) e[0][i]),
                        user[i] == 0 ? owner : name(users, user[i]),
                        target[0],
                        target[1],
                        target[3],
                        paths.get((int) target[2]),
                        name(paths, other[i]),
                        e[3][i],
                        e[4][i],
                        e[5][i],
                        group[i],
                        name(exceptions, exception[i]),
                        name(details, detail[i]),
                        host,
                        pidAndStart,
                        label,
                        threadIds[(int) e[0][i]] - 1,
                        name(fileSystems, identity[0]),
                        name(blockPools, identity[1]),
                        identity[3],
                        name(ecPolicies, identity[2])));
            }
            return events;
        }

        /** The six columns that are guessed from the events before. */
        private final class Events {
            private final int n;
            private final int[] threadAfter;
            private final int[] threadCall;
            private final int[] threadTarget;
            private final int[] callAfter = new int[256];
            private final int[] callTarget = new int[256];
            private final long[] callResult = new long[256];
            private final String[] callResultIs = new String[256];
            private final long[] position;
            private final long[] moved;
            private final long[] lengths = new long[4096];
            private int lastThread;
            private int newThread;
            private int newTarget;

            Events(int n, int threads, long[][] targets) {
                this.n = n;
                threadAfter = new int[threads + 1];
                threadCall = new int[threads + 1];
                threadTarget = new int[threads + 1];
                position = new long[targets.length];
                moved = new long[targets.length];
                for (int g = 0; g < targets.length; g++) {
                    position[g] = targets[g][0] == -1 ? -1 : 0;
                }
                Arrays.fill(callResult, -1);
                Arrays.fill(callResultIs, "LENGTH");
                Arrays.fill(lengths, -1);
                lastThread = threads;
            }

            /** Threads, calls, targets, offsets, lengths, results. */
            long[][] decode() {
                long[] threadCodes = numbers(35);
                long[] callCodes = numbers(34);
                long[] targetCodes = numbers(36);
                long[] offsetCodes = numbers(37);
                long[] lengthCodes = numbers(38);
                long[] resultCodes = numbers(39);
                long[][] all = new long[6][n];
                for (int i = 0; i < n; i++) {
                    int thread = thread(threadCodes[i]);
                    int call = callCodes[i] == 0 ? callAfter[threadCall[thread]] : (int) callCodes[i] - 1;
                    long c = targetCodes[i];
                    int target = c == 0 ? threadTarget[thread] : c == 1 ? callTarget[call] : (int) (2 + newTarget - c);
                    c = offsetCodes[i];
                    long offset = c == 0 ? position[target] : c == 1 ? -1 : position[target] + unzigzag(c - 2);
                    int slot = (call * 67 + symbol(moved[target])) % 4096;
                    c = lengthCodes[i];
                    long length = c == 0 ? lengths[slot] : c == 1 ? -1 : c < 0 ? c : c - 2;
                    c = resultCodes[i];
                    long result = c == 0 ? guess(call, offset, length) : c == 1 ? -1 : c < 0 ? c : c - 2;
                    learn(thread, call, target, offset, length, result, slot);
                    all[0][i] = thread;
                    all[1][i] = call;
                    all[2][i] = target;
                    all[3][i] = offset;
                    all[4][i] = length;
                    all[5][i] = result;
                }
                return all;
            }

            private int thread(long c) {
                int thread = c == 0 ? threadAfter[lastThread] : c == 1 ? newThread : (int) (1 + newThread - c);
                newThread += thread == newThread ? 1 : 0;
                threadAfter[lastThread] = thread;
                lastThread = thread;
                return thread;
            }

            private long guess(int call, long offset, long length) {
                return switch (callResultIs[call]) {
                    case "LENGTH" -> length;
                    case "OFFSET" -> offset;
                    default -> callResult[call];
                };
            }

            private void learn(int thread, int call, int target, long offset, long length, long result, int slot) {
                newTarget += target == newTarget ? 1 : 0;
                callAfter[threadCall[thread]] = call;
                threadCall[thread] = call;
                threadTarget[thread] = target;
                callTarget[call] = target;
                callResultIs[call] = result == length ? "LENGTH" : result == offset ? "OFFSET" : "BEFORE";
                callResult[call] = result;
                lengths[slot] = length;
                moved[target] = length >= 0 ? length : moved[target];
                if (offset >= 0) {
                    position[target] = length >= 0 && result > 0 ? offset + result : offset;
                }
            }
        }
    }
}
