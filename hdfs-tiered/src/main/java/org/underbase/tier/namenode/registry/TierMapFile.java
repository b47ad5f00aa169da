package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.TierNames;

/**
 * Operator's map of DataNodes to tiers: lines of {@code host:port tier}; {@code #} starts a comment. An unreadable or
 * invalid file is ignored: the last valid content stays in effect. Thread-confined.
 */
public final class TierMapFile {
    private static final Logger LOG = LoggerFactory.getLogger(TierMapFile.class);

    private final Path file;
    private final TierNames tiers;
    private Optional<Version> read = Optional.empty();
    private Map<String, Integer> map = Map.of();
    private String failure = "";

    /** State of a file. Changes within one tick of the file system's clock have one time. */
    private record Version(FileTime changed, long size, Object key) {
        static Version of(Path file) throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(now.lastModifiedTime(), now.size(), now.fileKey());
        }
    }

    public TierMapFile(Path file, TierNames tiers) {
        this.file = file;
        this.tiers = tiers;
    }

    /** Returns the ranks by {@code host:port} in lower case and rereads the file if it has changed. */
    public Map<String, Integer> current() {
        try {
            Optional<Version> changed = Optional.of(Version.of(file));
            if (!changed.equals(read)) {
                read = changed;
                map = parse(Files.readString(file), tiers);
                failure = "";
                LOG.info("tiers: {} maps {} DataNodes", file, map.size());
            }
        } catch (IOException | IllegalArgumentException e) {
            // Called several times per second: log each failure once.
            if (!e.toString().equals(failure)) {
                failure = e.toString();
                LOG.warn("tiers: ignoring the tier map {}, keeping its last {} entries: {}", file, map.size(), failure);
            }
        }
        return map;
    }

    /**
     * Parses a map.
     *
     * @throws IllegalArgumentException if a line is invalid; the message contains the first such line
     */
    static Map<String, Integer> parse(String text, TierNames tiers) {
        Map<String, Integer> result = new HashMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String content = line.replaceFirst("#.*", "").strip();
            if (content.isEmpty()) {
                continue;
            }
            String[] words = content.split("\\s+", -1);
            if (words.length != 2 || !words[0].matches(".+:[0-9]{1,5}")) {
                throw new IllegalArgumentException(
                        "line " + number + ": expected 'host:port tier', not '" + content + "'");
            }
            if (result.put(words[0].toLowerCase(Locale.ROOT), tiers.requireRank(words[1])) != null) {
                throw new IllegalArgumentException("line " + number + ": duplicate entry " + words[0]);
            }
        }
        return Map.copyOf(result);
    }
}
