package org.underbase.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

class InProcessRunnerTest {
    @Test
    void mergesInTheOrderOfTheSources() throws Exception {
        List<Numbered> sources = new ArrayList<>();
        List<Long> wanted = new ArrayList<>();
        for (long i = 0; i < 200; i++) {
            sources.add(new Numbered(i, i % 7));
            wanted.add(i);
        }
        List<Long> progress = new ArrayList<>();
        List<Long> order = new InProcessRunner(3).run(new Order(), sources, (done, total) -> progress.add(done));
        assertThat(order).isEqualTo(wanted);
        assertThat(progress).isSorted().hasSize(200);
        assertThat(progress.get(199))
                .isEqualTo(sources.stream().mapToLong(Numbered::weight).sum());
    }

    @Test
    void noSourcesGiveAnEmptyResult() throws Exception {
        assertThat(new InProcessRunner(2).run(new Order(), List.of(), Progress.NONE))
                .isEmpty();
    }

    @Test
    void anUnreadableSourceFailsTheRun() {
        List<Numbered> sources = List.of(new Numbered(1, 1), new Numbered(-1, 1), new Numbered(2, 1));
        assertThatThrownBy(() -> new InProcessRunner(2).run(new Order(), sources, Progress.NONE))
                .isInstanceOf(IOException.class)
                .hasMessage("gone");
    }

    @Test
    void partsAreAboutEqual() {
        List<Numbered> sources = new ArrayList<>();
        for (long i = 0; i < 1000; i++) {
            sources.add(new Numbered(i, 1 + i % 3));
        }
        List<List<Numbered>> parts = InProcessRunner.cut(sources, 8);
        assertThat(parts).hasSize(8);
        assertThat(parts).allSatisfy(part -> assertThat(
                        part.stream().mapToLong(Numbered::weight).sum())
                .isBetween(240L, 260L));
        assertThat(InProcessRunner.cut(sources.subList(0, 3), 8)).hasSize(3);
        assertThat(InProcessRunner.cut(List.of(new Numbered(1, 0), new Numbered(2, 0)), 4))
                .hasSizeBetween(1, 2);
    }

    /** A source that its partial recognises by the number of the process. */
    private record Numbered(long number, long weight) implements EventSource {
        @Override
        public void read(Consumer<? super TraceEvent> sink) throws IOException {
            if (number < 0) {
                throw new IOException("gone");
            }
            sink.accept(new TestProcess("h", Long.toString(number))
                    .call(Call.SEEK, "/f", 0)
                    .events()
                    .get(0));
        }
    }

    private static final class Order implements Operator<Seen, List<Long>> {
        @Override
        public Seen start() {
            return new Seen();
        }

        @Override
        public List<Long> finish(Seen whole) {
            return whole.numbers;
        }
    }

    private static final class Seen implements EventPartial<Seen> {
        private final List<Long> numbers = new ArrayList<>();

        @Override
        public void accept(TraceEvent event) {
            numbers.add(Long.valueOf(event.process()));
        }

        @Override
        public void transfer(Fields fields) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void merge(Seen later) {
            numbers.addAll(later.numbers);
        }
    }
}
