package org.underbase.localcompact.soak;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.testbed.Daemon;

/** Outcomes of compactions, read from the logs of the RegionServers, which survive kills. Not thread-safe. */
final class Outcomes {
    static final String LOCAL = "LOCAL";

    private static final Pattern LINE = Pattern.compile("(?:: |Falling back to stock compaction of )"
            + "(\\w+),\\S* \\d+ files of \\d+ bytes(?: \\(all\\))?(?:: compacted locally on | \\((\\w+)\\): )");

    private final List<Daemon> servers;
    private final Map<Daemon, Long> read = new HashMap<>();

    Outcomes(List<Daemon> servers) {
        this.servers = servers;
    }

    /** Returns the outcomes of a table since the last call: {@link #LOCAL} or the fallback reason. */
    List<String> of(String table) throws IOException {
        return of(table, true);
    }

    /** Returns whether there are outcomes since the last call of {@link #of}. Sends no request to a possibly cut-off server. */
    boolean any(String table) throws IOException {
        return !of(table, false).isEmpty();
    }

    private List<String> of(String table, boolean last) throws IOException {
        List<String> found = new ArrayList<>();
        for (Daemon server : servers) {
            for (String line : lines(server, last)) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.find() && table.equals(matcher.group(1))) {
                    found.add(Optional.ofNullable(matcher.group(2)).orElse(LOCAL));
                }
            }
        }
        return found;
    }

    private List<String> lines(Daemon server, boolean last) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(server.log().toFile(), "r")) {
            long from = read.getOrDefault(server, 0L);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            if (last) {
                read.put(server, from + end);
            }
            return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
        }
    }
}
