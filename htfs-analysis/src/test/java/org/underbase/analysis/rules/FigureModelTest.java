package org.underbase.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.bytype.ByType;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.heat.Heat;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.touched.TouchedData;
import org.underbase.htfs.format.Activity;

/** Figures of random accesses of several processes, compared with arrays that have an element per byte of each file. */
class FigureModelTest {
    private static final int SIZE = 4000;
    private static final int FILES = 5;

    /** Bytes of one file, and those that a truncate removed. */
    private static final class Model {
        private final long[] reads = new long[SIZE];
        private final boolean[] read = new boolean[SIZE];
        private final boolean[] written = new boolean[SIZE];
        private final boolean[] core = new boolean[SIZE];
        private final long[] heat = new long[7];
        private final long[] data = new long[3];
        private boolean deleted;

        private void truncate(int length) {
            for (int i = length; i < SIZE; i++) {
                close(i);
            }
        }

        /** Adds a byte to the data that no longer exists. */
        private void close(int at) {
            add(at, data);
            heat(at);
            reads[at] = 0;
            read[at] = false;
            written[at] = false;
            core[at] = false;
        }

        private void heat(int at) {
            if (reads[at] > 0) {
                int group = 0;
                while (group < 6 && reads[at] >= 2L << group) {
                    group++;
                }
                heat[group]++;
            }
        }

        private void add(int at, long[] to) {
            if (read[at] || written[at]) {
                to[!written[at] ? 0 : read[at] ? 1 : 2]++;
            }
        }

        private long[] live() {
            long[] live = new long[3];
            for (int i = 0; i < SIZE && !deleted; i++) {
                add(i, live);
            }
            return live;
        }

        private long liveCore() {
            int count = 0;
            for (int i = 0; i < SIZE && !deleted; i++) {
                count += core[i] ? 1 : 0;
            }
            return count;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void equalArraysOfBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestProcess> processes = List.of(new TestProcess("a", "1@0"), new TestProcess("b", "1@0"));
        List<Model> models = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            models.add(new Model());
        }
        long nanos = TestProcess.START_NANOS;
        for (int step = 0; step < 2000; step++) {
            nanos += random.nextLong(1_000_000);
            step(processes.get(random.nextInt(2)).at(nanos), models, random);
        }
        models.get(0).deleted = true;
        processes.get(0).pass(Duration.ofSeconds(1)).delete("/f0");
        List<TestEvent> events = new ArrayList<>(processes.get(0).events());
        events.addAll(processes.get(1).events());

        Figures figures = Feed.run(
                AllFigures.load(),
                Settings.of(new Assumptions(1, 1 << 20)),
                2,
                Feed.cut(events, 1 + random.nextInt(30), random));

        long[] live = sum(models.stream().map(Model::live).toList());
        TouchedData touched = figures.get(TouchedData.class);
        assertThat(touched.hdfs()).as("seed %d", seed).isEqualTo(new Touched(live[0], live[1], live[2]));
        assertThat(touched.core().total())
                .isEqualTo(models.stream().mapToLong(Model::liveCore).sum());
        models.forEach(model -> model.truncate(0));
        long[] data = sum(models.stream().map(model -> model.data).toList());
        assertThat(figures.get(ByType.class).all().data())
                .as("seed %d", seed)
                .isEqualTo(new Touched(data[0], data[1], data[2]));
        assertThat(figures.get(Heat.class).all().stream().mapToLong(Heat.OfClass::bytes))
                .as("seed %d", seed)
                .containsExactly(Arrays.stream(
                                sum(models.stream().map(model -> model.heat).toList()))
                        .boxed()
                        .toArray(Long[]::new));
    }

    private static void step(TestProcess process, List<Model> models, SplittableRandom random) {
        int file = random.nextInt(FILES);
        String path = "/f" + file;
        Model model = models.get(file);
        int from = random.nextInt(SIZE);
        int to = Math.min(SIZE, from + 1 + random.nextInt(500));
        boolean core = random.nextBoolean();
        switch (random.nextInt(20)) {
            case 0 -> {
                process.truncate(path, from);
                model.truncate(from);
            }
            case 1, 2, 3, 4 -> {
                process.doing(core ? Activity.FLUSH : Activity.COMPACTION).append(path, from, to - from);
                Arrays.fill(model.written, from, to, true);
                mark(model, from, to, core);
            }
            default -> {
                process.doing(core ? Activity.READ : Activity.COMPACTION);
                process.pread(process.open(path), from, to - from);
                for (int i = from; i < to; i++) {
                    model.reads[i]++;
                }
                Arrays.fill(model.read, from, to, true);
                mark(model, from, to, core);
            }
        }
    }

    private static void mark(Model model, int from, int to, boolean core) {
        if (core) {
            Arrays.fill(model.core, from, to, true);
        }
    }

    private static long[] sum(List<long[]> parts) {
        long[] sum = new long[parts.get(0).length];
        parts.forEach(part -> Arrays.setAll(sum, i -> sum[i] + part[i]));
        return sum;
    }
}
