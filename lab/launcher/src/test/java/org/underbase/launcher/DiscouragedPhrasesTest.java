package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Plain language: no line of code or prose contains an expression of {@code discouraged-phrases.txt}. */
class DiscouragedPhrasesTest {
    /** Generated from code, which is checked itself. */
    private static final Set<String> GENERATED = Set.of("docs/cli.md", "docs/configuration.md");

    @Test
    void noLineContainsADiscouragedPhrase() throws IOException {
        List<Pattern> phrases = Sources.list("discouraged-phrases.txt").stream()
                .map(Pattern::compile)
                .toList();
        List<String> exceptions = Sources.list("phrase-exceptions.txt");
        Set<String> used = new TreeSet<>();
        List<String> found = new ArrayList<>();
        int files = 0;
        for (String suffix : List.of(".java", ".md", ".xml")) {
            for (Path file : Sources.withSuffix(suffix)) {
                if (!GENERATED.contains(file.toString())) {
                    files++;
                    search(file, phrases, exceptions, used, found);
                }
            }
        }

        assertThat(files).isGreaterThan(1000);
        assertThat(found)
                .as("lines with a discouraged phrase: %s; rewrite them", found.size())
                .isEmpty();
        assertThat(used)
                .as("exceptions that still apply; remove the others from phrase-exceptions.txt")
                .containsExactlyInAnyOrderElementsOf(exceptions);
    }

    private static void search(
            Path file, List<Pattern> phrases, List<String> exceptions, Set<String> used, List<String> found)
            throws IOException {
        boolean evidence = file.startsWith("docs/evidence");
        boolean block = false;
        int number = 0;
        for (String line : Files.readAllLines(Sources.ROOT.resolve(file))) {
            number++;
            block ^= line.startsWith("```");
            if (evidence && (block || line.startsWith("|"))) {
                continue; // Recorded output and figures stay as they were measured.
            }
            for (Pattern phrase : phrases) {
                if (phrase.matcher(line).find()) {
                    List<String> applying = exceptions.stream()
                            .filter(exception -> applies(exception, file, line))
                            .toList();
                    used.addAll(applying);
                    if (applying.isEmpty()) {
                        found.add(file + ":" + number + ": " + phrase + ": " + line.strip());
                    }
                }
            }
        }
    }

    private static boolean applies(String exception, Path file, String line) {
        int blank = exception.indexOf(' ');
        return exception.substring(0, blank).equals(file.toString()) && line.contains(exception.substring(blank + 1));
    }
}
