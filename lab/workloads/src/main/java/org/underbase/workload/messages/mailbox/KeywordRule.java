package org.underbase.workload.messages.mailbox;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.underbase.workload.random.Vocabulary;

/**
 * Rule for the indexed words of a message: the first {@value #LIMIT} distinct words of subject and body with at least
 * {@value #SHORTEST} letters, except the most frequent words. Immutable, thread-safe.
 */
public final class KeywordRule {
    static final int LIMIT = 50;
    static final int SHORTEST = 3;
    private static final int STOP_WORDS = 40;

    private final Set<String> stopWords = new HashSet<>();

    KeywordRule(Vocabulary vocabulary) {
        for (int rank = 0; rank < STOP_WORDS; rank++) {
            stopWords.add(vocabulary.word(rank));
        }
    }

    /** Returns the indexed words in the order of their occurrence. */
    public Set<String> words(String subject, String body) {
        Set<String> words = new LinkedHashSet<>();
        collect(subject, words);
        collect(body, words);
        return words;
    }

    private void collect(String text, Set<String> words) {
        int start = 0;
        for (int at = 0; at <= text.length() && words.size() < LIMIT; at++) {
            if (at == text.length() || text.charAt(at) < 'a' || text.charAt(at) > 'z') {
                if (at - start >= SHORTEST) {
                    String word = text.substring(start, at);
                    if (!stopWords.contains(word)) {
                        words.add(word);
                    }
                }
                start = at + 1;
            }
        }
    }
}
