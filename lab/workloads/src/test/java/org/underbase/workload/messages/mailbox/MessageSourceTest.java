package org.underbase.workload.messages.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.underbase.workload.random.Vocabulary;

class MessageSourceTest {
    private static final int MESSAGES = 4000;
    private static final Population POPULATION = new Population(100, 50, 9, 0.8, MessageShape.DEFAULT);

    private final MessageSource source = new MessageSource(POPULATION);

    @Test
    void chatIsShortAndMailIsLong() {
        List<Integer> chat = new ArrayList<>();
        List<Integer> mail = new ArrayList<>();
        for (int mid = 0; mid < MESSAGES; mid++) {
            Message message = source.message(3, mid);
            (message.chat() ? chat : mail).add(message.body().length());
            assertThat(source.chat(3, mid)).isEqualTo(message.chat());
            assertThat(message.subject().isEmpty()).isEqualTo(message.chat());
        }
        assertThat(chat.size() / (double) MESSAGES).isCloseTo(0.85, within(0.02));
        assertThat(percentile(chat, 50)).isCloseTo(36, within(3));
        assertThat(percentile(mail, 50)).isCloseTo(1800, within(200));
        // The tail of a log-normal: exp(sigma * 1.645) times the median at 95 %.
        assertThat(percentile(chat, 95) / 36.0).isCloseTo(Math.exp(0.9 * 1.645), within(0.6));
        assertThat(percentile(mail, 95) / 1800.0).isCloseTo(Math.exp(1.1 * 1.645), within(1.5));
    }

    private static int percentile(List<Integer> values, int percent) {
        return values.stream().sorted().toList().get(values.size() * percent / 100);
    }

    @Test
    void sizesFollowTheOptions() {
        MessageShape shape = new MessageShape(0, 1, 1, 500, 3, 1000);
        MessageSource mailOnly = new MessageSource(new Population(1, 1, 9, 0, shape));
        List<Integer> sizes = IntStream.range(0, 500)
                .mapToObj(mid -> mailOnly.message(0, mid).body().length())
                .toList();
        assertThat(sizes).allMatch(size -> size >= 1 && size <= 1000).contains(1000);
    }

    @Test
    void theSameNumberGivesTheSameMessage() {
        MessageSource again = new MessageSource(POPULATION);
        MessageSource otherSeed = new MessageSource(new Population(100, 50, 10, 0.8, MessageShape.DEFAULT));
        assertThat(again.message(5, 17)).isEqualTo(source.message(5, 17));
        assertThat(otherSeed.message(5, 17)).isNotEqualTo(source.message(5, 17));
        assertThat(source.message(6, 17)).isNotEqualTo(source.message(5, 17));
        assertThat(source.message(5, 17).body()).startsWith(source.snippet(5, 17));
    }

    @Test
    void externalIdsAreUnique() {
        Set<String> ids = new HashSet<>();
        for (int user = 0; user < 20; user++) {
            for (int mid = 0; mid < 500; mid++) {
                ids.add(source.externalId(user, mid));
            }
        }
        assertThat(ids).hasSize(10_000);
    }

    @Test
    void threadsHaveSeveralMessages() {
        Mailbox box = new Mailbox(1);
        for (int i = 0; i < 1000; i++) {
            box.add(source);
        }
        long threads =
                IntStream.range(0, 1000).filter(mid -> box.thread(mid) == mid).count();
        assertThat(threads).isBetween(150L, 250L);
    }

    @Test
    void frequentAndShortWordsAreNotIndexed() {
        KeywordRule rule = source.keywords();
        assertThat(rule.words("to be", "old friend, meet me at the garden. meet at noon"))
                .containsExactly("old", "friend", "meet", "the", "garden", "noon");
        Vocabulary language = Vocabulary.seeded(POPULATION.seed(), 20_000);
        assertThat(rule.words("", language.word(0) + " " + language.word(39) + " " + language.word(500)))
                .containsExactly(language.word(500));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("word")
                    .append((char) ('a' + i / 26))
                    .append((char) ('a' + i % 26))
                    .append(' ');
        }
        assertThat(rule.words("", text.toString())).hasSize(KeywordRule.LIMIT);
    }

    @Test
    void mailboxesOfTheLoadHaveTheMeanSizeAndAllCells() {
        InitialMailbox initial = new InitialMailbox(POPULATION, source);
        double mean = IntStream.range(0, 100)
                .map(user -> initial.state(user).size())
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(50, within(8.0));

        FakeTable table = new FakeTable();
        table.put(4, initial.cells(4));
        List<String> problems = new ArrayList<>();
        RowAudit.check(
                source,
                4,
                table.row(4),
                java.util.Optional.of(initial.state(4)),
                (problem, what) -> problems.add(problem + " " + what));
        assertThat(problems).isEmpty();
    }

    @Test
    void invalidShapesAndPopulationsAreRejected() {
        assertThatThrownBy(() -> new MessageShape(1.1, 1, 1, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageShape(1, 0, 1, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageShape(1, 1, 1, 1, 1, MessageShape.LARGEST_POSSIBLE + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Population(1, 1, 1, Double.NaN, MessageShape.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UserShares.deal(POPULATION, 101)).hasMessageContaining("101");
        assertThatThrownBy(() -> Mix.parse("60/34")).hasMessageContaining("60/34/6");
    }
}
