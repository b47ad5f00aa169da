package org.underbase.analysis.actors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.operator.output.SizeText;

/** All bytes that crossed the file system's interface (the second bar of FAST '14, Figure 2), by host, thread and user. */
public final class ActorsFigure implements Figure<ActorsPartial, Actors> {
    /** Number of names in the JSON output and in the page; the tables in CSV contain all. */
    private static final int MOST = 100;

    @Override
    public Class<Actors> resultType() {
        return Actors.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.NONE;
    }

    @Override
    public int position() {
        return 22;
    }

    @Override
    public ActorsPartial start(TraceFacts trace) {
        return new ActorsPartial();
    }

    @Override
    public Actors finish(ActorsPartial whole, TraceFacts trace) {
        return whole.finish();
    }

    @Override
    public boolean isScaled() {
        return true;
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        Set<Quantity> threads = Set.of(Quantity.HDFS_BYTES, Quantity.THREADS);
        return Map.of(
                "actors",
                Set.of(Quantity.HDFS_BYTES),
                "actors.threads",
                threads,
                "actors.threadGroups",
                threads,
                "ioByHost",
                Set.of(Quantity.HDFS_BYTES),
                "ioByThread",
                threads,
                "ioByUser",
                Set.of(Quantity.HDFS_BYTES));
    }

    @Override
    public void addJson(Actors actors, ObjectNode json) {
        ObjectNode node = json.putObject("actors");
        addJson(actors.hosts(), node.putObject("hosts"));
        addJson(actors.threads(), node.putObject("threads"));
        addJson(actors.threadGroups(), node.putObject("threadGroups"));
        addJson(actors.users(), node.putObject("users"));
    }

    private static void addJson(List<Actors.OfName> names, ObjectNode node) {
        node.put("names", names.size());
        ArrayNode top = node.putArray("top");
        for (Actors.OfName of : names.subList(0, Math.min(MOST, names.size()))) {
            top.addObject().put("name", of.name()).put("read", of.read()).put("written", of.written());
        }
        Actors.OfName others = Actors.sum(names.subList(top.size(), names.size()));
        node.putObject("others").put("read", others.read()).put("written", others.written());
    }

    @Override
    public void addCsv(Actors actors, CsvTables tables) {
        addCsv(tables.table("io-by-host", "ioByHost", "host", "bytes"), actors.hosts());
        addCsv(tables.table("io-by-thread", "ioByThread", "thread", "bytes"), actors.threads());
        addCsv(tables.table("io-by-user", "ioByUser", "user", "bytes"), actors.users());
    }

    private static void addCsv(CsvTables.Table table, List<Actors.OfName> names) {
        for (Actors.OfName of : names) {
            table.row("read", of.name(), of.read());
            table.row("written", of.name(), of.written());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("ioByHost", 74, figures -> caption(figures, "host", Actors::hosts)),
                new Chart("ioByThread", 76, figures -> caption(figures, "group of threads", Actors::threadGroups)),
                new Chart("ioByUser", 78, figures -> caption(figures, "user", Actors::users)));
    }

    private static String caption(Figures figures, String what, Function<Actors, List<Actors.OfName>> list) {
        List<Actors.OfName> names = list.apply(figures.get(Actors.class));
        long total = Actors.sum(names).total();
        if (total == 0) {
            return "Nothing was read or written.";
        }
        Actors.OfName first = names.get(0);
        return "The " + what + " with the most I/O, " + (first.name().isEmpty() ? "without a name" : first.name())
                + ", moved " + Format.percent(100.0 * first.total() / total) + " of " + SizeText.of(total)
                + "; the paper reports the sum of nine machines only.";
    }
}
