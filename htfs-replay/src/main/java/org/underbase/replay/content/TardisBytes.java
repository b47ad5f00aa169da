package org.underbase.replay.content;

import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Tardis data, which DataNodes with the exalt agent store in a few bytes. Each piece begins with a hash of the file and the
 * offset, since the sequences of all pieces are equal.
 */
final class TardisBytes extends SyntheticBytes {
    private static final int PIECE = 8 << 20;
    private static final int HASH = 16;

    private final HashBytes hashes;

    TardisBytes(long seed) {
        hashes = new HashBytes(seed);
    }

    @Override
    void fill(long offset, byte[] buffer, int from, int count) {
        for (int done = 0; done < count; ) {
            int inPiece = (int) ((offset + done) % PIECE);
            int left = count - done;
            if (inPiece < HASH) {
                left = Math.min(left, HASH - inPiece);
                hashes.fill(offset + done, buffer, from + done, left);
            } else {
                left = Math.min(left, PIECE - inPiece);
                Tardis.fill(Form.DATA, PIECE - HASH, inPiece - HASH, ByteBuffer.wrap(buffer), from + done, left);
            }
            done += left;
        }
    }
}
