package org.underbase.workload.messages.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.workload.random.AliasTable;
import org.underbase.workload.random.ChiSquare;

class OperationStreamTest {
    private static final Population POPULATION = new Population(200, 20, 42, 0.8, MessageShape.DEFAULT);
    private static final int CLIENTS = 4;

    private final MessageSource source = new MessageSource(POPULATION);
    private final InitialMailbox initial = new InitialMailbox(POPULATION, source);

    @Test
    void callsKeepThePapersRatio() throws IOException {
        Map<HbaseCall, Long> counts = new EnumMap<>(HbaseCall.class);
        OperationStream stream = stream(0, Mix.PAPER);
        for (int i = 0; i < 50_000; i++) {
            counts.merge(stream.next().type().call(), 1L, Long::sum);
        }
        long[] observed = {counts.get(HbaseCall.GET), counts.get(HbaseCall.PUT), counts.get(HbaseCall.DELETE)};
        // Two degrees of freedom: 13.8 is exceeded by one seed in a thousand.
        assertThat(ChiSquare.of(observed, new double[] {.60, .34, .06})).isLessThan(13.8);
    }

    @Test
    void everyTypeOccursAndMailboxSummariesAreReadMost() throws IOException {
        Map<OperationType, Integer> counts = new EnumMap<>(OperationType.class);
        OperationStream stream = stream(0, Mix.PAPER);
        for (int i = 0; i < 20_000; i++) {
            counts.merge(stream.next().type(), 1, Integer::sum);
        }
        assertThat(counts).containsOnlyKeys(OperationType.values());
        int mostRead = counts.entrySet().stream()
                .filter(entry -> entry.getKey().call() == HbaseCall.GET)
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElseThrow();
        assertThat(counts.get(OperationType.READ_MAILBOX)).isEqualTo(mostRead);
    }

    @Test
    void theSameSeedGivesTheSameOperations() throws IOException {
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(digest(stream(client, Mix.PAPER))).isEqualTo(digest(stream(client, Mix.PAPER)));
        }
        assertThat(digest(stream(0, Mix.PAPER))).isNotEqualTo(digest(stream(1, Mix.PAPER)));
    }

    @Test
    void theSequenceOfASeedIsStableAcrossReleases() throws IOException {
        assertThat(digest(stream(0, Mix.PAPER)))
                .isEqualTo("d18e0fe4158bf243a9e3c1e9f3db06f8fb2f48c29e89ee429a3153b824cb2f91");
    }

    @Test
    void clientsShareNoUserAndTogetherDrawThemByZipf() throws IOException {
        List<UserShares.Share> shares = UserShares.deal(POPULATION, CLIENTS);
        Set<Integer> dealt = new HashSet<>();
        shares.forEach(share ->
                share.users().forEach(user -> assertThat(dealt.add(user)).isTrue()));
        assertThat(dealt).hasSize(POPULATION.users());

        double[] weights = AliasTable.zipfWeights(POPULATION.users(), POPULATION.userSkew());
        double sum = Arrays.stream(weights).sum();
        for (UserShares.Share share : shares) {
            double part =
                    share.users().stream().mapToDouble(user -> weights[user]).sum() / sum;
            assertThat(part).isCloseTo(1.0 / CLIENTS, within(0.01));
        }
        double[] activity = new double[POPULATION.users()];
        int calls = 20_000;
        for (int client = 0; client < CLIENTS; client++) {
            OperationStream stream = stream(client, Mix.PAPER);
            for (int i = 0; i < calls; i++) {
                activity[stream.next().mailbox().user()] += 1.0 / (CLIENTS * calls);
            }
        }
        assertThat(activity[0]).isCloseTo(weights[0] / sum, within(0.15 * weights[0] / sum));
        double head = Arrays.stream(activity).limit(20).sum();
        double expected = Arrays.stream(weights).limit(20).sum() / sum;
        assertThat(head).isCloseTo(expected, within(0.03));
    }

    @Test
    void recentMessagesAreReadMost() throws IOException {
        OperationStream stream = stream(0, Mix.PAPER);
        int recent = 0;
        int all = 0;
        for (int i = 0; i < 50_000; i++) {
            Operation operation = stream.next();
            if (operation.type() == OperationType.READ_MESSAGE
                    && operation.mailbox().size() >= 20) {
                Selection.Prefix prefix = (Selection.Prefix) ((Operation.Read) operation).selection();
                int mid = Qualifiers.number(prefix.prefixes().get(0).qualifier(), 0);
                recent += mid >= operation.mailbox().newest(4) ? 1 : 0;
                all++;
            }
        }
        assertThat(recent / (double) all).isGreaterThan(0.4);
    }

    @Test
    void everyResponseOfACorrectTableIsAccepted() throws IOException {
        FakeTable table = loaded();
        OperationStream stream = stream(1, Mix.PAPER);
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            apply(table, stream.next()).ifPresent(problems::add);
        }
        assertThat(problems).isEmpty();
        for (Mailbox box : stream.touched()) {
            RowAudit.check(
                    source,
                    box.user(),
                    table.row(box.user()),
                    Optional.of(box),
                    (problem, what) -> problems.add(problem + " " + what));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void lostWritesAreDetected() throws IOException {
        FakeTable table = loaded();
        OperationStream stream = stream(1, Mix.PAPER);
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            Operation operation = stream.next();
            if (i % 500 != 250 || operation instanceof Operation.Read) {
                apply(table, operation).ifPresent(problems::add);
            }
        }
        assertThat(problems).isNotEmpty();
    }

    @Test
    void aMailboxRecoveredFromTheTableContinuesLikeTheOriginal() throws IOException {
        FakeTable table = loaded();
        OperationStream stream = stream(2, Mix.PAPER);
        for (int i = 0; i < 5_000; i++) {
            apply(table, stream.next());
        }
        List<String> problems = new ArrayList<>();
        OperationStream resumed = new OperationStream(
                source,
                Mix.PAPER,
                7,
                UserShares.deal(POPULATION, CLIENTS).get(2),
                user -> StoredState.recover(source, user, table.row(user), 0));
        for (int i = 0; i < 5_000; i++) {
            apply(table, resumed.next()).ifPresent(problems::add);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void aMixWithoutGetsOrWithOnlyDeletesContinues() throws IOException {
        for (String mix : List.of("0/100/0", "0/0/100", "100/0/0", "0/50/50")) {
            FakeTable table = loaded();
            OperationStream stream = stream(0, Mix.parse(mix));
            List<String> problems = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                apply(table, stream.next()).ifPresent(problems::add);
            }
            assertThat(problems).as(mix).isEmpty();
            for (Mailbox box : stream.touched()) {
                RowAudit.check(
                        source,
                        box.user(),
                        table.row(box.user()),
                        Optional.of(box),
                        (problem, what) -> problems.add(problem + " " + what));
            }
            assertThat(problems).as(mix).isEmpty();
        }
    }

    private OperationStream stream(int client, Mix mix) {
        return new OperationStream(
                source, mix, client, UserShares.deal(POPULATION, CLIENTS).get(client), initial::state);
    }

    private FakeTable loaded() {
        FakeTable table = new FakeTable();
        for (int user = 0; user < POPULATION.users(); user++) {
            table.put(user, initial.cells(user));
        }
        return table;
    }

    private static Optional<String> apply(FakeTable table, Operation operation) {
        int user = operation.mailbox().user();
        if (operation instanceof Operation.Write write) {
            table.put(user, write.cells());
        } else if (operation instanceof Operation.Removal removal) {
            table.delete(user, removal.columns());
        } else if (operation instanceof Operation.Read read) {
            return read.check().problem(table.get(user, read.selection()));
        }
        return Optional.empty();
    }

    /** Computes a hash of all requests of 5000 operations, including their bytes. */
    @SuppressWarnings("UnstableApiUsage") // Hasher is marked @Beta in this Guava; a test may use it.
    private static String digest(OperationStream stream) throws IOException {
        Hasher hasher = Hashing.sha256().newHasher();
        for (int i = 0; i < 5_000; i++) {
            Operation operation = stream.next();
            hasher.putString(operation.type().title(), StandardCharsets.UTF_8)
                    .putInt(operation.mailbox().user());
            if (operation instanceof Operation.Write write) {
                write.cells().forEach(cell -> put(hasher, cell.column()).putBytes(cell.value()));
            } else if (operation instanceof Operation.Removal removal) {
                removal.columns().forEach(column -> put(hasher, column));
            } else if (operation instanceof Operation.Read read) {
                hasher.putString(read.selection().toString(), StandardCharsets.UTF_8);
            }
        }
        return hasher.hash().toString();
    }

    @SuppressWarnings("UnstableApiUsage") // as above
    private static Hasher put(Hasher hasher, Column column) {
        return hasher.putString(column.family().title(), StandardCharsets.UTF_8).putBytes(column.qualifier());
    }
}
