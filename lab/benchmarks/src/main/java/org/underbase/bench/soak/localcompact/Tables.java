package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.underbase.bench.soak.finding.Finding;
import org.underbase.testbed.Node;
import org.underbase.testbed.client.ChildJvm;

/** The soak's side of a {@link TableClientMain}. Not thread-safe. */
final class Tables implements AutoCloseable {
    private final ChildJvm<Ask, Answer> client;

    Tables(Node node, Path directory) throws IOException {
        client = new ChildJvm<>(
                "client of the tables",
                node.processBuilder(node.javaCommand(TableClientMain.class.getName(), List.of())),
                directory.resolve("tables.err"),
                Answer.class);
    }

    private Answer ask(Ask.What what, List<String> tables, long seed) throws IOException {
        Answer answer = client.call(new Ask(what, tables, seed));
        if (!answer.error().isEmpty()) {
            throw new IOException(what + " of " + tables + ": " + answer.error());
        }
        return answer;
    }

    /** The files of a table's store. */
    record Files(Set<String> names, boolean compacting) {}

    /** Where a table is: the host of its server, and those of the nodes that have all of its files. */
    record Place(String server, List<String> holders) {}

    void create(List<String> tables) throws IOException {
        ask(Ask.What.CREATE, tables, 0);
    }

    void fill(String table, long seed) throws IOException {
        ask(Ask.What.FILL, List.of(table), seed);
    }

    void write(String table, long seed) throws IOException {
        ask(Ask.What.WRITE, List.of(table), seed);
    }

    void compact(String table) throws IOException {
        ask(Ask.What.COMPACT, List.of(table), 0);
    }

    Files files(String table) throws IOException {
        List<String> lines = ask(Ask.What.FILES, List.of(table), 0).lines();
        int last = lines.size() - 1;
        return new Files(Set.copyOf(lines.subList(0, last)), !lines.get(last).equals("NONE"));
    }

    Place place(String table) throws IOException {
        List<String> lines = ask(Ask.What.PLACE, List.of(table), 0).lines();
        return new Place(lines.get(0), lines.subList(1, lines.size()));
    }

    /** Compares all rows, and returns how many there are. */
    long check(String table) throws IOException, Finding {
        Answer answer = ask(Ask.What.CHECK, List.of(table), 0);
        if (!answer.lines().isEmpty()) {
            throw new Finding("the table " + table + " is wrong: " + answer.lines());
        }
        return answer.count();
    }

    /** What is wrong with the files of HDFS; {@code table}: nor may HBase itself have left anything of that one. */
    List<String> health(Optional<String> table) throws IOException {
        return ask(Ask.What.HEALTH, table.stream().toList(), 0).lines();
    }

    void drop(List<String> tables) throws IOException {
        ask(Ask.What.DROP, tables, 0);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
