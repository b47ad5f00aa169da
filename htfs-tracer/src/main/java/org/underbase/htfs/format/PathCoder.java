package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Coder of a block's paths. A path is coded as the number of leading components that it shares with the previous path,
 * the number of remaining components, and those components. A component is written at its first occurrence; later
 * occurrences refer to it by its age. Hexadecimal names, such as HBase's regions and store files, take one byte per two
 * digits.
 */
final class PathCoder {
    private static final int MIN_HEX = 8;

    private final Map<String, Integer> known = new HashMap<>();
    private final List<String> components = new ArrayList<>();
    private long[] numbers = new long[256];
    private int size;

    /** Encodes paths: numbers into {@link #numbers}, components into {@code text} and {@code hex}. */
    void encode(Iterable<String> paths, ByteSink text, ByteSink hex) {
        known.clear();
        size = 0;
        List<String> before = List.of();
        for (String path : paths) {
            List<String> parts = split(path);
            int shared = 0;
            while (shared < parts.size()
                    && shared < before.size()
                    && parts.get(shared).equals(before.get(shared))) {
                shared++;
            }
            number(shared);
            number(parts.size() - shared);
            for (String part : parts.subList(shared, parts.size())) {
                component(part, text, hex);
            }
            before = parts;
        }
    }

    long[] numbers() {
        return numbers;
    }

    int size() {
        return size;
    }

    private void number(long value) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = value;
    }

    private void component(String part, ByteSink text, ByteSink hex) {
        Integer index = known.putIfAbsent(part, known.size());
        number(index == null ? 0 : known.size() - index);
        if (index != null) {
            return;
        }
        if (isHex(part)) {
            text.varint((long) part.length() | 1);
            hex.bytes(HexFormat.of().parseHex(part));
        } else {
            byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
            text.varint((long) utf8.length << 1);
            text.bytes(utf8);
        }
    }

    /** Inverts {@link #encode} for at most {@code max} paths. */
    List<String> decode(long[] coded, int n, int max, ByteSource text, ByteSource hex) throws TraceFormatException {
        components.clear();
        List<String> paths = new ArrayList<>();
        List<String> before = new ArrayList<>();
        long characters = 0;
        for (int i = 0; i < n; ) {
            int shared = within(coded[i++], before.size());
            int rest = within(i < n ? coded[i++] : -1, Math.min(Layout.MAX_COMPONENTS, n - i));
            before.subList(shared, before.size()).clear();
            for (int k = 0; k < rest; k++) {
                before.add(component(coded[i++], text, hex));
            }
            // Check before joining: a small input can refer to a component many times.
            characters += length(before);
            if (before.isEmpty() || characters > Layout.MAX_CHARACTERS || paths.size() == max) {
                throw new TraceFormatException("a path is empty, or the paths are too long or too many");
            }
            paths.add(String.join("/", before));
        }
        components.clear();
        return paths;
    }

    private static long length(List<String> parts) {
        long length = Math.max(0, parts.size() - 1);
        for (String part : parts) {
            length += part.length();
        }
        return length;
    }

    private String component(long code, ByteSource text, ByteSource hex) throws TraceFormatException {
        if (code != 0) {
            return components.get(components.size() - within(code, components.size()));
        }
        long head = text.varint();
        int length = within(head >>> 1, Layout.MAX_STRING);
        ByteSource bytes = ((head & 1) != 0 ? hex : text).slice(length);
        String part = (head & 1) != 0
                ? HexFormat.of().formatHex(bytes.array(), bytes.position(), bytes.position() + length)
                : new String(bytes.array(), bytes.position(), length, StandardCharsets.UTF_8);
        components.add(part);
        return part;
    }

    private static int within(long value, int max) throws TraceFormatException {
        if (value < 0 || value > max) {
            throw new TraceFormatException("a path has an invalid number");
        }
        return (int) value;
    }

    private static List<String> split(String path) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            parts.add(path.substring(from, slash));
            from = slash + 1;
        }
        parts.add(path.substring(from));
        return parts;
    }

    private static boolean isHex(String part) {
        if (part.length() < MIN_HEX || part.length() % 2 != 0) {
            return false;
        }
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return true;
    }
}
