package org.underbase.exalt.tardis;

import java.util.Random;

/** Reference generator of sequences, byte by byte by definition, and of modifications by storage systems. */
final class Sequences {
    private static final int LONGEST = 600;
    private static final int MOST_PIECES = 7;

    private Sequences() {}

    /** Returns a byte of a sequence. */
    static byte byteAt(Form form, long total, long position) {
        int phase = (int) (position % form.unit());
        return form.at(phase, (int) (total - (position - phase) - form.unit()));
    }

    static byte[] slowly(Form form, long total, long position, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = byteAt(form, total, position + i);
        }
        return bytes;
    }

    static Form form(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Form.FILLER;
            case 1 -> {
                byte[] hash = new byte[Form.HASH_LENGTH];
                random.nextBytes(hash);
                yield Form.hashed(hash);
            }
            default -> Form.DATA;
        };
    }

    /** Draws parts of sequences with metadata, flags and partial flags, modified bytes and repeated parts. */
    static byte[] mixture(Random random) {
        byte[] all = new byte[0];
        int pieces = 1 + random.nextInt(MOST_PIECES);
        Form form = form(random);
        long total = 1 + Math.abs(random.nextLong() >>> random.nextInt(63));
        long position = random.nextLong(total);
        for (int i = 0; i < pieces; i++) {
            byte[] piece;
            switch (random.nextInt(6)) {
                case 0 -> {
                    piece = new byte[random.nextInt(40)];
                    random.nextBytes(piece);
                }
                case 1 -> piece = flagged(random);
                case 2 -> {
                    form = form(random);
                    total = 1L + random.nextInt(5000);
                    position = random.nextLong(total);
                    piece = new byte[0];
                }
                default -> {
                    int length = (int) Math.min(total - position, random.nextInt(LONGEST));
                    piece = slowly(form, total, position, length);
                    position = random.nextInt(5) > 0 && position + length < total
                            ? position + length
                            : random.nextLong(total);
                    if (length > 0 && random.nextInt(6) == 0) {
                        piece[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
                    }
                }
            }
            all = joined(all, piece);
        }
        return all;
    }

    /** Inserts a flag, or a part of one, that belongs to no sequence. */
    private static byte[] flagged(Random random) {
        byte[] piece = slowly(form(random), 1L + random.nextInt(3000), 0, 1 + random.nextInt(60) % 45);
        if (piece.length > 12 && random.nextBoolean()) {
            piece[8 + random.nextInt(4)] = (byte) random.nextInt();
        }
        return piece;
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
