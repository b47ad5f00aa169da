package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Search for the line of a daemon's log that states why it exited. */
final class LogTail {
    private static final int MOST = 1 << 16;
    private static final int LINE = 400;
    /** Prefix of Hadoop's log line for an exit. */
    private static final String EXITING = "Exiting with status ";

    private LogTail() {}

    /** Returns the size of a log, 0 if it does not exist. */
    static long size(Path log) throws IOException {
        return Files.exists(log) ? Files.size(log) : 0;
    }

    /** Returns the last line after an offset that reports an error, otherwise the last line. */
    static Optional<String> reason(Path log, long from) throws IOException {
        if (!Files.isReadable(log)) {
            return Optional.empty();
        }
        List<String> lines = read(log, from)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return last(lines, line -> line.contains(EXITING))
                .map(line -> line.substring(line.indexOf(EXITING)))
                .or(() -> last(lines, LogTail::tellsOfAnError))
                .or(() -> last(lines, line -> true))
                .map(line -> line.length() > LINE ? line.substring(0, LINE) + "..." : line);
    }

    private static boolean tellsOfAnError(String line) {
        return line.contains(" ERROR ")
                || line.contains(" FATAL ")
                || line.startsWith("Error")
                || line.startsWith("Exception in thread");
    }

    private static Optional<String> last(List<String> lines, Predicate<String> which) {
        return lines.stream().filter(which).reduce((first, second) -> second);
    }

    private static String read(Path log, long from) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            // A shorter log was rotated.
            long start = file.length() < from ? 0 : from;
            start = Math.max(start, file.length() - MOST);
            byte[] bytes = new byte[(int) (file.length() - start)];
            file.seek(start);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
