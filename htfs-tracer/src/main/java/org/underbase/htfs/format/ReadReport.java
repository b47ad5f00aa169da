package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.List;

/** What a reader met: how much it read, and precisely what was missing or bad. Not thread-safe. */
public final class ReadReport {
    /** How many damages are kept one by one; more are only counted. */
    private static final int KEPT = 1000;

    private long segments;
    private long blocks;
    private long events;
    private long bytes;
    private long damages;
    private Drops drops = Drops.NONE;
    private final List<Damage> kept = new ArrayList<>();
    private final List<String> unclosed = new ArrayList<>();

    void segment() {
        segments++;
    }

    void block(BlockHeader header) {
        if (!header.end()) {
            blocks++;
        }
        events += header.events();
        bytes += header.length();
        drops = drops.plus(header.drops());
    }

    /** A block that was counted as read turned out to be bad. */
    void bad(BlockHeader header, String file, long offset, String reason) {
        blocks--;
        events -= header.events();
        bytes -= header.length();
        damage(file, offset, header.length(), reason);
    }

    /** A block whose header was counted before could not be read, as {@code reader} says. */
    void unreadable(ReadReport reader, int lost) {
        blocks--;
        events -= lost;
        damages += reader.damages;
        kept.addAll(reader.kept);
    }

    void damage(String file, long offset, long length, String reason) {
        damages++;
        if (kept.size() < KEPT) {
            kept.add(new Damage(file, offset, length, reason));
        }
    }

    void unclosed(String file) {
        unclosed.add(file);
    }

    public void add(ReadReport other) {
        segments += other.segments;
        blocks += other.blocks;
        events += other.events;
        bytes += other.bytes;
        damages += other.damages;
        drops = drops.plus(other.drops);
        for (Damage damage : other.kept) {
            if (kept.size() < KEPT) {
                kept.add(damage);
            }
        }
        unclosed.addAll(other.unclosed);
    }

    /** Segments whose header was read. */
    public long segments() {
        return segments;
    }

    /** Complete blocks. */
    public long blocks() {
        return blocks;
    }

    /** Events in those. */
    public long events() {
        return events;
    }

    /** Bytes of those blocks, headers included. */
    public long bytes() {
        return bytes;
    }

    /** Events the recorder counted as lost. */
    public Drops drops() {
        return drops;
    }

    /** How many parts were missing or bad. */
    public long damages() {
        return damages;
    }

    /** The first 1000 of those. */
    public List<Damage> damage() {
        return List.copyOf(kept);
    }

    /** Segments without an end mark: still being written, or their process was killed. */
    public List<String> unclosed() {
        return List.copyOf(unclosed);
    }

    /** Whether everything that was recorded was read: nothing damaged, nothing dropped, every segment closed. */
    public boolean complete() {
        return damages == 0 && drops.total() == 0 && unclosed.isEmpty();
    }

    @Override
    public String toString() {
        return events + " events in " + blocks + " blocks of " + segments + " segments; lost while recording: "
                + drops.total() + "; damages: " + damages + " " + kept + "; without end mark: " + unclosed;
    }
}
