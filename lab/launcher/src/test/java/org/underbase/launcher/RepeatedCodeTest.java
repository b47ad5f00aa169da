package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CPDReport;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Mark;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.java.JavaLanguageModule;
import org.junit.jupiter.api.Test;

/** PMD's copy-paste detector over the Java code of all modules, main and test. */
class RepeatedCodeTest {
    private static final int MINIMUM_TOKENS = 100;

    @Test
    void noCodeIsRepeated() throws IOException {
        CPDConfiguration configuration = new CPDConfiguration();
        configuration.setMinimumTileSize(MINIMUM_TOKENS);
        configuration.setOnlyRecognizeLanguage(JavaLanguageModule.getInstance());
        List<Path> files = Sources.withSuffix(".java");
        files.forEach(file -> configuration.addInputPath(Sources.ROOT.resolve(file)));
        List<String> repeated = new ArrayList<>();
        Set<String> used = new TreeSet<>();
        Set<String> excluded = Set.copyOf(Sources.list("repeated-code-exclusions.txt"));
        try (CpdAnalysis cpd = CpdAnalysis.create(configuration)) {
            cpd.performAnalysis(report -> read(report, excluded, used, repeated));
        }

        assertThat(files).hasSizeGreaterThan(1000);
        assertThat(repeated)
                .as("code of %s tokens and more that stands in several places", MINIMUM_TOKENS)
                .isEmpty();
        assertThat(used)
                .as("exclusions that still apply; remove the others from repeated-code-exclusions.txt")
                .containsExactlyInAnyOrderElementsOf(excluded);
    }

    private static void read(CPDReport report, Set<String> excluded, Set<String> used, List<String> repeated) {
        for (Match match : report.getMatches()) {
            List<String> ofExcluded = match.getMarkSet().stream()
                    .map(mark -> name(mark))
                    .filter(excluded::contains)
                    .toList();
            if (!ofExcluded.isEmpty()) {
                used.addAll(ofExcluded);
                continue;
            }
            repeated.add(match.getTokenCount() + " tokens: "
                    + match.getMarkSet().stream()
                            .map(mark -> name(mark) + ":" + mark.getLocation().getStartLine())
                            .collect(Collectors.joining(" ~ ")));
        }
    }

    private static String name(Mark mark) {
        Path file = Path.of(mark.getLocation().getFileId().getAbsolutePath());
        return Sources.ROOT.relativize(file).toString();
    }
}
