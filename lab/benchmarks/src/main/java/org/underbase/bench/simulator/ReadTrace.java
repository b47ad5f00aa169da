package org.underbase.bench.simulator;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.synthetic.Calibration;
import org.underbase.sim.synthetic.Generator;

/** Reads of the generator, without deletions: a trace that other simulators can process. A call reads consecutive pages. */
final class ReadTrace implements RequestListener {
    static final int PAGE = 4096;

    private static final long MINUTE = 60_000_000_000L;
    private static final int SECOND = 1_000_000_000;
    /** Bytes of a request in the format oracleGeneral of libCacheSim. */
    private static final int ORACLE_GENERAL = 24;

    /** The format's value for a page that is not read again; only optimal policies use it. */
    private static final long UNKNOWN = -2;

    int[] files = new int[1 << 12];
    int[] firsts = new int[1 << 12];
    int[] pages = new int[1 << 12];
    int calls;
    long requests;
    private int[] seconds = new int[1 << 12];

    /** Generates the reads of some minutes. */
    ReadTrace(long seed, int minutes) {
        Generator generator = new Generator(Calibration.PAPER, seed, this);
        generator.start(minutes * MINUTE);
        generator.runUntil(minutes * MINUTE);
    }

    @Override
    public void request(long time, Activity activity, int file, int offset, int length, boolean received) {
        if (activity.isWrite() || received) {
            return;
        }
        if (calls == files.length) {
            files = Arrays.copyOf(files, 2 * calls);
            firsts = Arrays.copyOf(firsts, 2 * calls);
            pages = Arrays.copyOf(pages, 2 * calls);
            seconds = Arrays.copyOf(seconds, 2 * calls);
        }
        files[calls] = file;
        firsts[calls] = offset / PAGE;
        pages[calls] = (offset + length - 1) / PAGE - firsts[calls] + 1;
        seconds[calls] = (int) (time / SECOND);
        requests += pages[calls];
        calls++;
    }

    @Override
    public void deleted(long time, int file, int length) {}

    static long page(int file, int page) {
        return ((long) file << 16) | page;
    }

    /** Returns the number of different pages. */
    int distinct() {
        Set<Long> distinct = new HashSet<>();
        for (int i = 0; i < calls; i++) {
            for (int page = 0; page < pages[i]; page++) {
                distinct.add(page(files[i], firsts[i] + page));
            }
        }
        return distinct.size();
    }

    /** Writes one request per page, of size 1. */
    void export(Path to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(ORACLE_GENERAL).order(ByteOrder.LITTLE_ENDIAN);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
            for (int i = 0; i < calls; i++) {
                for (int page = 0; page < pages[i]; page++) {
                    buffer.clear();
                    buffer.putInt(seconds[i]).putLong(page(files[i], firsts[i] + page));
                    buffer.putInt(1).putLong(UNKNOWN);
                    out.write(buffer.array());
                }
            }
        }
    }
}
