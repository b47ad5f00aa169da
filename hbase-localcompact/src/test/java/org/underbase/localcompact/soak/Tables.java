package org.underbase.localcompact.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.underbase.testbed.Await;
import org.underbase.testbed.Node;
import org.underbase.testbed.client.ChildJvm;

/** Proxy of the tables, which sends requests to a {@link TableClientMain}. Not thread-safe. */
class Tables implements AutoCloseable {
    /** HDFS repeats a failed copy after five to ten minutes by default, and a copy may fail twice. */
    private static final Duration REPLICATED = Duration.ofMinutes(30);

    private static final String UNDER_REPLICATED = "Under-replicated blocks";

    private final Scale scale;
    private final ChildJvm<TableRequest, TableResponse> client;

    Tables(Node node, Scale scale, Path directory) throws IOException {
        this.scale = scale;
        client = ChildJvm.on(
                node,
                TableClientMain.class,
                List.of(scale.name()),
                directory.resolve("tables.err"),
                TableResponse.class);
    }

    Scale scale() {
        return scale;
    }

    private TableResponse call(TableRequest.Operation operation, List<String> tables, long seed) throws IOException {
        TableResponse response = client.call(new TableRequest(operation, tables, seed));
        if (!response.error().isEmpty()) {
            throw new IOException(operation + " of " + tables + ": " + response.error());
        }
        return response;
    }

    /** Files of a table's store. */
    record Files(Set<String> names, boolean compacting) {}

    /** Host of a table's server, and hosts of the nodes that hold all of its files. */
    record Location(String server, List<String> holders) {}

    void create(List<String> tables) throws IOException {
        call(TableRequest.Operation.CREATE, tables, 0);
    }

    void fill(String table, long seed) throws IOException {
        call(TableRequest.Operation.FILL, List.of(table), seed);
    }

    void write(String table, long seed) throws IOException {
        call(TableRequest.Operation.WRITE, List.of(table), seed);
    }

    void compact(String table) throws IOException {
        call(TableRequest.Operation.COMPACT, List.of(table), 0);
    }

    Files files(String table) throws IOException {
        List<String> lines =
                call(TableRequest.Operation.FILES, List.of(table), 0).lines();
        int last = lines.size() - 1;
        return new Files(Set.copyOf(lines.subList(0, last)), !lines.get(last).equals("NONE"));
    }

    Location locate(String table) throws IOException {
        List<String> lines =
                call(TableRequest.Operation.LOCATE, List.of(table), 0).lines();
        return new Location(lines.get(0), lines.subList(1, lines.size()));
    }

    /** Compares all rows and returns their number. */
    long check(String table) throws IOException {
        TableResponse response = call(TableRequest.Operation.CHECK, List.of(table), 0);
        if (!response.lines().isEmpty()) {
            throw new Violation("wrong content of table " + table + ": " + response.lines());
        }
        return response.count();
    }

    /**
     * Lists problems with the files of HDFS, and leftovers of HBase in the given tables. With default intervals HDFS needs minutes to
     * copy lost replicas; {@link #awaitReplicated} checks that at the end.
     */
    List<String> health(List<String> tables) throws IOException {
        return call(TableRequest.Operation.HEALTH, tables, 0).lines().stream()
                .filter(line -> !scale.isLarge() || !line.startsWith(UNDER_REPLICATED))
                .toList();
    }

    /** Waits until HDFS has copied all lost replicas; a slice does not wait. */
    void awaitReplicated() throws IOException {
        if (scale != Scale.SLICE) {
            Await.until("HDFS fully replicated", REPLICATED, () -> {
                List<String> wrong =
                        call(TableRequest.Operation.HEALTH, List.of(), 0).lines();
                return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong.toString());
            });
        }
    }

    void drop(List<String> tables) throws IOException {
        call(TableRequest.Operation.DROP, tables, 0);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
