package org.underbase.analysis.waste;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;

class WasteTest {
    private static final Assumptions ASSUMPTIONS = new Assumptions(3, 1 << 20);
    private static final String REGION = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/";
    private static final int SIZE = 500;

    private final TestProcess server = new TestProcess("n1", "1@0");

    /** Bytes of an output of a compaction. */
    private static final class Model {
        private final boolean[] requested = new boolean[SIZE];
        private final boolean[] compacted = new boolean[SIZE];
        private boolean isInput;
        private boolean ended;

        private CompactionWaste.Use use() {
            long[] bytes = new long[3];
            for (int i = 0; i < SIZE; i++) {
                bytes[requested[i] ? 0 : compacted[i] ? 1 : 2]++;
            }
            return new CompactionWaste.Use(1, bytes[0], bytes[1], bytes[2]);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void equalsArraysOfBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Model> models = new ArrayList<>();
        for (int file = 0; file < 6; file++) {
            models.add(new Model());
            server.pass(Duration.ofMillis(1)).in("main").doing(Activity.COMPACTION);
            server.write(server.create(path(file), 3), SIZE);
        }
        for (int step = 0; step < 200; step++) {
            int file = random.nextInt(models.size());
            Model model = models.get(file);
            server.pass(Duration.ofMillis(1));
            if (step % 50 == 49) {
                server.rename(path(file), path(file).replace("/data/", "/archive/data/"));
                model.ended = true;
            } else if (!model.ended) {
                read(file, model, random);
            }
        }

        CompactionWaste waste =
                Feed.cut(new WasteFigure(), ASSUMPTIONS, server.events(), 1 + random.nextInt(9), random);

        CompactionWaste.OfType all = waste.all();
        assertThat(all.ended()).as("seed %d", seed).isEqualTo(sum(models, true));
        assertThat(all.existing()).as("seed %d", seed).isEqualTo(sum(models, false));
        assertThat(all.ended().files()).isPositive();
    }

    private void read(int file, Model model, SplittableRandom random) {
        int from = random.nextInt(4) == 0 ? random.nextInt(SIZE) : SIZE / 2 + random.nextInt(SIZE / 2);
        int bytes = Math.min(SIZE - from, 1 + random.nextInt(60));
        boolean requests = random.nextBoolean();
        boolean writer = random.nextInt(20) > 0;
        server.in(writer ? "main" : "other").doing(requests ? Activity.READ : Activity.COMPACTION);
        server.pread(server.open(path(file)), from, bytes);
        model.isInput |= !requests && (from < SIZE / 2 || !writer);
        for (int i = from; i < from + bytes; i++) {
            model.requested[i] |= requests;
            model.compacted[i] |= !requests && model.isInput;
        }
    }

    private static CompactionWaste.Use sum(List<Model> models, boolean ended) {
        return models.stream()
                .filter(model -> model.ended == ended)
                .map(Model::use)
                .reduce(CompactionWaste.Use.NONE, CompactionWaste.Use::plus);
    }

    private static String path(int file) {
        return REGION + "f/" + file;
    }

    @Test
    void theCaptionStatesThatAllWasRead() {
        server.doing(Activity.COMPACTION).write(server.create(path(1), 3), 100);
        server.doing(Activity.READ).pread(server.open(path(1)), 0, 100);
        assertThat(Feed.all(ASSUMPTIONS, server.events())
                        .captions()
                        .path("compactionWaste")
                        .asText())
                .startsWith(
                        "In this trace, compactions wrote no bytes to files that have ended, and requests read all of"
                                + " the 100 B that compactions wrote to files that exist at the end of the trace;");
    }

    @Test
    void onlyOutputsOfCompactionsOfUserTablesCount() {
        server.doing(Activity.FLUSH).write(server.create(path(1), 3), 10);
        server.doing(Activity.COMPACTION);
        server.write(server.create("/hbase/data/hbase/meta/1588230740/info/1", 3), 10);
        server.pread(server.open(path(2)), 0, 10);
        server.compacted(path(3), 30, 3);

        List<TestEvent> events = server.events();
        assertThat(Feed.whole(new WasteFigure(), ASSUMPTIONS, events).types())
                .singleElement()
                .isEqualTo(new CompactionWaste.OfType(
                        "f", CompactionWaste.Use.NONE, new CompactionWaste.Use(1, 0, 0, 30)));
    }

    @Test
    void readsAfterTheEndOfTheFileDoNotCount() {
        server.doing(Activity.COMPACTION).write(server.create(path(1), 3), 10);
        server.doing(Activity.READ);
        long in = server.open(path(1));
        server.pass(Duration.ofSeconds(1)).delete(path(1));
        server.pass(Duration.ofSeconds(1)).pread(in, 0, 10);

        assertThat(Feed.whole(new WasteFigure(), ASSUMPTIONS, server.events())
                        .all()
                        .ended())
                .isEqualTo(new CompactionWaste.Use(1, 0, 0, 10));
    }
}
