package org.underbase.analysis.access;

import java.util.Arrays;
import org.underbase.htfs.format.Call;

/** Decoder of the accesses of a chunk, in the order of the chunk. */
final class ChunkDecoder {
    private final Varints data;
    private long[] streams = new long[4];
    private long[] threads = new long[4];
    private int sources;
    private int left;
    private long start;
    private long end;

    ChunkDecoder(byte[] data, int count) {
        this.data = new Varints(data, data.length);
        this.left = count;
    }

    /** Decodes the next access; returns false at the end. */
    boolean next(AccessFields access) {
        if (left == 0) {
            return false;
        }
        left--;
        start += data.getSigned();
        access.start = start;
        access.call = Call.ofCode((int) data.get());
        access.calls = access.flags(data.get()) ? data.getSigned() : 1;
        access.offset = end + data.getSigned();
        access.length = data.getSigned();
        end = access.offset + Math.max(0, access.length);
        source(access);
        return true;
    }

    private void source(AccessFields access) {
        int source = (int) data.get();
        if (source == sources) {
            if (sources == streams.length) {
                streams = Arrays.copyOf(streams, 2 * sources);
                threads = Arrays.copyOf(threads, 2 * sources);
            }
            streams[sources] = data.getSigned();
            threads[sources++] = data.getSigned();
        }
        access.stream = streams[source];
        access.thread = threads[source];
    }
}
