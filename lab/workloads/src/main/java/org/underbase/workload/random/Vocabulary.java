package org.underbase.workload.random;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Seeded vocabulary of artificial words, drawn by Zipf's law; frequent words are short. Its text compresses like natural
 * text (two to three times smaller with a general compressor), unlike random bytes. Immutable, thread-safe.
 */
public final class Vocabulary {
    private static final String[] ONSETS = {
        "b", "br", "c", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl", "pr", "qu", "r",
        "s", "sh", "sl", "st", "t", "th", "tr", "v", "w", "wh", "y"
    };
    private static final String[] NUCLEI = {"a", "e", "i", "o", "u", "ai", "ea", "ee", "ie", "oo", "ou", "ow"};
    private static final String[] CODAS = {"", "", "", "l", "m", "n", "nd", "ng", "r", "rt", "s", "st", "t", "ck"};
    /** Mandelbrot's shift; without it the first word would be a tenth of all text. */
    private static final double SHIFT = 2.7;

    private final List<String> words;
    private final byte[][] encoded;
    private final AliasTable frequencies;

    private Vocabulary(List<String> words) {
        this.words = List.copyOf(words);
        this.encoded = new byte[words.size()][];
        double[] weights = new double[words.size()];
        for (int rank = 0; rank < weights.length; rank++) {
            encoded[rank] = words.get(rank).getBytes(StandardCharsets.US_ASCII);
            weights[rank] = 1 / (rank + SHIFT);
        }
        this.frequencies = new AliasTable(weights);
    }

    /** Creates a vocabulary of {@code size} distinct words, at least 100. */
    public static Vocabulary seeded(long seed, int size) {
        if (size < 100) {
            throw new IllegalArgumentException("a vocabulary needs at least 100 words: " + size);
        }
        SeededRandom random = SeededRandom.of(seed);
        Set<String> taken = new HashSet<>();
        List<String> words = new ArrayList<>(size);
        while (words.size() < size) {
            int syllables = words.size() < 60 ? 1 : 1 + random.nextInt(words.size() < 2000 ? 2 : 3);
            String word = word(random, syllables);
            if (taken.add(word)) {
                words.add(word);
            }
        }
        return new Vocabulary(words);
    }

    private static String word(SeededRandom random, int syllables) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(ONSETS[random.nextInt(ONSETS.length)])
                    .append(NUCLEI[random.nextInt(NUCLEI.length)])
                    .append(CODAS[random.nextInt(CODAS.length)]);
        }
        return word.toString();
    }

    public int size() {
        return words.size();
    }

    /** Returns the word of a rank; rank 0 is the most frequent. */
    public String word(int rank) {
        return words.get(rank);
    }

    /** Draws a rank by frequency. */
    public int draw(SeededRandom random) {
        return frequencies.draw(random);
    }

    /**
     * Generates ASCII text of exactly {@code length} bytes: words, sentences, a line break after some sentences. A shorter
     * text from the same random state is a prefix of a longer one.
     */
    public byte[] text(SeededRandom random, int length) {
        byte[] text = new byte[length];
        int at = 0;
        int untilStop = 4 + random.nextInt(12);
        while (at < length) {
            byte[] word = encoded[draw(random)];
            int part = Math.min(word.length, length - at);
            System.arraycopy(word, 0, text, at, part);
            at += part;
            if (--untilStop == 0) {
                at = append(text, at, '.');
                at = append(text, at, random.nextInt(4) == 0 ? '\n' : ' ');
                untilStop = 4 + random.nextInt(12);
            } else {
                at = append(text, at, ' ');
            }
        }
        return text;
    }

    private static int append(byte[] text, int at, char c) {
        if (at < text.length) {
            text[at] = (byte) c;
        }
        return at + 1;
    }
}
