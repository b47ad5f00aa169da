package org.underbase.htfs.cli;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * Reads, writes and syncs as an iolog of fio, version 3 (fio 3.31 and later), with times in microseconds since the first
 * event. A file is its path; blanks, control and format characters in it are replaced by {@code _}. Memory grows with
 * the number of paths.
 */
final class EventFio implements EventFormat {
    private static final long MICRO = 1000;
    private static final Pattern INTERPRETED = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final StringBuilder lines = new StringBuilder();
    private final Set<String> added = new HashSet<>();
    private long first = Long.MIN_VALUE;

    @Override
    public String header() {
        return "fio version 3 iolog";
    }

    @Override
    public CharSequence lines(TraceEvent event) {
        lines.setLength(0);
        boolean write = Moves.writes(event);
        boolean sync = (event.call() == Call.HSYNC || event.call() == Call.WAL_SYNC)
                && event.exception().isEmpty();
        if ((write || sync || Moves.reads(event)) && !event.path().isEmpty()) {
            first = first == Long.MIN_VALUE ? event.startNanos() : first;
            long micros = Math.max(0, event.startNanos() - first) / MICRO;
            String path = INTERPRETED.matcher(event.path()).replaceAll("_");
            if (added.add(path)) {
                line(micros, path).append("add\n");
                line(micros, path).append("open\n");
            }
            line(micros, path);
            if (sync) {
                lines.append("sync 0 0");
            } else {
                lines.append(write ? "write " : "read ")
                        .append(event.offset())
                        .append(' ')
                        .append(event.result());
            }
        }
        return lines;
    }

    private StringBuilder line(long micros, String path) {
        return lines.append(micros).append(' ').append(path).append(' ');
    }
}
