package org.underbase.workload.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    private final Vocabulary vocabulary = Vocabulary.seeded(3, 20_000);

    @Test
    void allWordsDifferAndFrequentOnesAreShort() {
        Set<String> words = new HashSet<>();
        int frequent = 0;
        int rare = 0;
        for (int rank = 0; rank < vocabulary.size(); rank++) {
            words.add(vocabulary.word(rank));
            frequent += rank < 60 ? vocabulary.word(rank).length() : 0;
            rare += rank >= vocabulary.size() - 60 ? vocabulary.word(rank).length() : 0;
        }
        assertThat(words).hasSize(20_000);
        assertThat(frequent).isLessThan(rare);
    }

    @Test
    void compressesLikeText() throws IOException {
        byte[] text = vocabulary.text(new SeededRandom(1), 256 * 1024);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text);
        }
        assertThat(text.length / (double) packed.size()).isBetween(2.0, 3.5);
    }

    @Test
    void aShorterTextIsAPrefixOfALongerOne() {
        byte[] whole = vocabulary.text(new SeededRandom(4), 500);
        byte[] part = vocabulary.text(new SeededRandom(4), 123);
        assertThat(part).isEqualTo(Arrays.copyOf(whole, 123));
        assertThat(new String(whole, StandardCharsets.US_ASCII)).matches("(?s)[a-z .\n]+");
    }

    @Test
    void theSameSeedGivesTheSameVocabulary() {
        assertThat(Vocabulary.seeded(3, 500).word(200)).isEqualTo(vocabulary.word(200));
        assertThat(Vocabulary.seeded(4, 500).word(200)).isNotEqualTo(vocabulary.word(200));
    }
}
