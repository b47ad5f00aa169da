package org.underbase.analysis.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.TestAnalysis;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.EstimateSink;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockHeader;

/** Estimates from samples of files whose sizes differ by orders of magnitude. */
class EstimatesTest {
    private static final long SEED = 3;
    private static final int FILES = 300;
    private static final int SAMPLES = 100;
    private static final int BLOCK = 4096;

    private final Assumptions assumptions = new Assumptions(3, 1 << 20);

    /** The numbers of all files are in the intervals of at least 88% of the samples, with the error of 100 samples. */
    @Test
    void theIntervalsContainTheNumbersOfAllFiles() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<List<TestEvent>> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            files.add(file(i, BlockHeader.ALL / 4, random));
        }
        Numbers truth = new Numbers();
        Feed.all(assumptions, events(files, 1, random)).estimates(truth);
        Map<String, Integer> covered = new TreeMap<>();
        Map<String, Double> sums = new TreeMap<>();
        for (int i = 0; i < SAMPLES; i++) {
            Estimates estimates = estimates(events(files, 0.25, random));
            assertThat(estimates.fraction()).isEqualTo(0.25);
            for (Estimates.Estimate estimate : estimates.numbers()) {
                double number = truth.numbers.get(estimate.name());
                boolean inside = estimate.low() <= number && number <= estimate.high();
                covered.merge(estimate.name(), inside ? 1 : 0, Integer::sum);
                sums.merge(estimate.name(), estimate.value() / SAMPLES, Double::sum);
            }
        }
        for (String name : List.of(
                "touchedData/hdfs/readAndWritten",
                "touchedData/local/writtenOnly",
                "byType/all/read",
                "byType/all/written",
                "byType/all/ioPerByte",
                "heat/bytes",
                "heat/all/reads=1/shareOfBytes",
                "heat/all/reads=2-3/shareOfReadBytes",
                "locality/all/reads",
                "locality/all/lines/distance=0/points/withinNanos=60000000000/share",
                "locality/all/lines/distance=65536/points/withinNanos=/share")) {
            System.out.println("seed " + SEED + ": " + name + ": in " + covered.get(name) + " of " + SAMPLES);
            assertThat(covered.get(name)).as("seed %d: %s", SEED, name).isGreaterThanOrEqualTo(88);
            double number = truth.numbers.get(name);
            assertThat(sums.get(name)).as(name).isBetween(number * 0.85, number * 1.15);
        }
    }

    @Test
    void theBoundsAreBesideTheRecordedNumbers() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<List<TestEvent>> files = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            files.add(file(i, BlockHeader.ALL / 4, random));
        }
        Figures figures = TestAnalysis.sampled(events(files, 1, random), 0.25).figures();
        JsonNode json = figures.json();
        long read = json.at("/byType/all/read").asLong();
        assertThat(json.at("/byType/all/readEstimate/value").asDouble()).isEqualTo(4.0 * read);
        assertThat(json.at("/byType/all/readEstimate/low").asDouble()).isBetween(1.0 * read, 4.0 * read);
        assertThat(json.at("/byType/types/0/readEstimate/high").asDouble()).isGreaterThan(4.0 * read);
        assertThat(json.at("/heat/all/0/shareOfBytesEstimate/value").asDouble()).isBetween(0.0, 1.0);
        assertThat(json.at("/locality/all/lines/0/points/5/shareEstimate/high").isNumber())
                .isTrue();
        assertThat(figures.csv().get("estimates")).contains("low,byType/all/read,number,");
    }

    @Test
    void aTraceOfAllFilesHasNoEstimates() {
        SplittableRandom random = new SplittableRandom(SEED);
        Figures figures = Feed.all(assumptions, file(1, BlockHeader.ALL, random));
        ObjectNode json = figures.json();
        assertThat(json.has("estimates")).isFalse();
        assertThat(figures.csv()).doesNotContainKey("estimates");
    }

    @Test
    void fewFilesOrDifferentFractionsGiveNoEstimates() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<List<TestEvent>> files = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            files.add(file(i, i == 0 ? BlockHeader.ALL / 2 : BlockHeader.ALL / 4, random));
        }
        assertThat(reason(events(files, 1, random))).contains("not the same everywhere");
        assertThat(reason(events(files.subList(1, 11), 1, random))).isEqualTo("10 of 20 files for an interval");
    }

    private String reason(List<TestEvent> events) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        new EstimatesFigure().addJson(estimates(events), json);
        return json.at("/estimates/notAvailable").asText();
    }

    private Estimates estimates(List<TestEvent> events) {
        return Feed.whole(new EstimatesFigure(), assumptions, events);
    }

    private static List<TestEvent> events(List<List<TestEvent>> files, double fraction, SplittableRandom random) {
        List<TestEvent> events = new ArrayList<>();
        files.stream().filter(file -> random.nextDouble() < fraction).forEach(events::addAll);
        events.sort(Comparator.comparingLong(TestEvent::startNanos));
        return events;
    }

    /** Creates a file of 1 to about 1000 blocks and reads some of them. */
    private static List<TestEvent> file(int number, long sampling, SplittableRandom random) {
        TestProcess process = new TestProcess("n" + number, "1@1").sampled(sampling);
        int blocks = (int) Math.exp(random.nextDouble() * 7);
        String path = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef/Actions/f" + number;
        process.in("MemStoreFlusher.0").doing(Activity.FLUSH);
        long out = process.create(path, 3);
        process.write(out, (long) blocks * BLOCK).closeOutput(out);
        long in = process.in("handler").doing(Activity.READ).open(path);
        for (int read = random.nextInt(2 * Math.min(blocks, 40)); read > 0; read--) {
            process.pass(Duration.ofSeconds(5 + random.nextInt(60)));
            process.pread(in, (long) random.nextInt(blocks) * BLOCK, BLOCK);
        }
        return process.events();
    }

    private static final class Numbers implements EstimateSink {
        private final Map<String, Double> numbers = new TreeMap<>();

        @Override
        public void total(String name, long value) {
            numbers.put(name, (double) value);
        }

        @Override
        public void ratio(String name, long part, long whole) {
            numbers.put(name, whole == 0 ? 0 : (double) part / whole);
        }
    }
}
