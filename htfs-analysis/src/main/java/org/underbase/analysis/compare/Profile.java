package org.underbase.analysis.compare;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;

/**
 * Facts of a trace from the headers of its segments and blocks.
 *
 * @param firstNanos start of the first call, in nanoseconds since the epoch
 * @param lastNanos start of the last call
 * @param roles labels of the processes
 * @param hashKeys fingerprints of the keys that hashed names; that of plain names is empty
 */
public record Profile(long firstNanos, long lastNanos, SortedSet<String> roles, SortedSet<String> hashKeys) {
    private static final Logger LOG = LoggerFactory.getLogger(Profile.class);

    /**
     * Reads all headers, without files that are not traces: the analysis reports them.
     *
     * @throws IOException if a segment cannot be read
     */
    public static Profile read(Configuration conf, List<String> locations) throws IOException {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        SortedSet<String> roles = new TreeSet<>();
        SortedSet<String> hashKeys = new TreeSet<>();
        for (TraceSlice segment : TraceFiles.find(conf, locations, skipped -> {})) {
            for (BlockHeader block : blocks(conf, segment, roles, hashKeys)) {
                first = Math.min(first, block.firstStart());
                last = Math.max(last, block.lastStart());
            }
        }
        return new Profile(first, last, roles, hashKeys);
    }

    private static List<BlockHeader> blocks(
            Configuration conf, TraceSlice segment, Set<String> roles, Set<String> hashKeys) throws IOException {
        List<BlockHeader> blocks = new ArrayList<>();
        try (SegmentReader reader = TraceFiles.open(conf, segment)) {
            reader.segment().ifPresent(header -> {
                roles.add(header.label());
                hashKeys.add(header.hashing());
            });
            for (Optional<BlockHeader> block = reader.nextHeader(); block.isPresent(); block = reader.nextHeader()) {
                if (!block.get().end()) {
                    blocks.add(block.get());
                }
            }
            return blocks;
        } catch (TraceFormatException | FileNotFoundException e) {
            // The analysis reads the file, too, and reports it or fails.
            LOG.debug("{} has no facts for the comparison", TraceFiles.shown(segment), e);
            return List.of();
        }
    }
}
