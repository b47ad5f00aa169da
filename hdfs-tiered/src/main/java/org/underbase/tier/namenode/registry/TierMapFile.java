package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.TierNames;

/**
 * The operator's map of DataNodes to tiers, lines of {@code host:port tier}; {@code #} starts a comment. A file that cannot
 * be read or holds a wrong line changes nothing: the last good one stays in force. Used by one thread.
 */
public final class TierMapFile {
    private static final Logger LOG = LoggerFactory.getLogger(TierMapFile.class);

    private final Path file;
    private final TierNames tiers;
    private FileTime read = FileTime.fromMillis(Long.MIN_VALUE);
    private Map<String, Integer> map = Map.of();

    public TierMapFile(Path file, TierNames tiers) {
        this.file = file;
        this.tiers = tiers;
    }

    /** Ranks by {@code host:port} in lower case, read again when the file has changed. */
    public Map<String, Integer> current() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!changed.equals(read)) {
                read = changed;
                map = parse(Files.readString(file), tiers);
                LOG.info("tiers: {} names {} DataNodes", file, map.size());
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("tiers: {} is not used, {} DataNodes of it stay known: {}", file, map.size(), e.toString());
        }
        return map;
    }

    /** @throws IllegalArgumentException naming the first wrong line */
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
                        "line " + number + " should be 'host:port tier', not '" + content + "'");
            }
            if (result.put(words[0].toLowerCase(Locale.ROOT), tiers.requireRank(words[1])) != null) {
                throw new IllegalArgumentException("line " + number + " names " + words[0] + " again");
            }
        }
        return Map.copyOf(result);
    }
}
