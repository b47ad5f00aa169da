package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.block.JournalContents;
import org.underbase.combinedlog.block.JournalContents.Part;
import org.underbase.combinedlog.datanode.OfflineReplay;
import org.underbase.combinedlog.journal.DirectoryLock;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.JournalView.SegmentView;
import org.underbase.combinedlog.journal.Replayed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase combinedlog status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows what a journal's directory holds: segments, and the records that are not yet durable in block files.",
            "",
            "Nothing is changed, whether the DataNode runs or not. While it runs the figures are of different moments, and "
                    + "records are normal; after a clean stop there are none."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog status --conf /etc/hadoop/conf",
            "  underbase combinedlog status --dir /journal/combinedlog --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "1:there is no journal, or it cannot be read",
            "2:wrong usage",
            "3:shown, and records are missing that were on disk"
        })
final class StatusCommand implements Callable<Integer> {
    static final int DAMAGED = 3;
    static final String GIVEN_UP = "nothing that counts: it failed, and what it held was forced into the block files";

    /** A segment that is begun in the middle of a look is no gap; it takes seconds at least until the next one is. */
    private static final int LOOKS = 5;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The journal's directory. Default: dfs.datanode.combinedlog.dir of the configuration, else "
                    + "what the data directories say, else combinedlog in the first of them.")
    private Optional<Path> directory = Optional.empty();

    @Mixin
    private DatanodePlaces places;

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path journal = directory.isPresent() ? directory.get() : places.journal(List.of());
        PrintWriter out = spec.commandLine().getOut();
        int look = 1;
        while (true) {
            boolean inUse = DirectoryLock.isHeld(journal);
            try (JournalView view = JournalView.of(journal)) {
                List<Path> known = places.knownDataDirectories();
                OfflineReplay.expect(view, known);
                boolean givenUp = OfflineReplay.isGivenUp(view, known);
                JournalContents contents = JournalContents.of(view);
                boolean whole = contents.journal().gaps() == 0;
                if (!whole && inUse && look++ < LOOKS) {
                    // It was read while it was written.
                    continue;
                }
                if (json) {
                    out.println(Print.json(tree(view, contents, inUse).put("givenUp", givenUp)));
                } else {
                    text(out, view, contents, inUse, givenUp);
                }
                out.flush();
                return whole ? 0 : DAMAGED;
            }
        }
    }

    private static void text(
            PrintWriter out, JournalView view, JournalContents contents, boolean inUse, boolean givenUp) {
        out.println("journal   " + view.directory() + (inUse ? " (in use: its DataNode runs)" : " (not in use)"));
        out.println("identity  " + view.identity());
        out.println("holds     " + (givenUp ? GIVEN_UP : held(view, contents)));
        gaps(out, contents.journal());
        out.println();
        List<List<String>> segments = new ArrayList<>(List.of(List.of("SEGMENT", "SIZE", "EPOCH", "FIRST RECORD")));
        for (SegmentView each : view.segments()) {
            boolean used = each.epoch() > 0;
            segments.add(List.of(
                    each.name(),
                    Print.size(each.bytes()),
                    used ? "" + each.epoch() : "-",
                    used ? "" + each.firstSequence() : "-"));
        }
        Print.table(out, segments);
        parts(out, "BLOCK POOL", contents.pools());
        parts(out, "STORAGE", contents.storages());
    }

    static void gaps(PrintWriter out, Replayed journal) {
        journal.missing().forEach(each -> out.println("damaged   the journal's disk lost " + each));
    }

    static String held(JournalView view, JournalContents contents) {
        if (view.empty()) {
            return "nothing to replay";
        }
        Part all = contents.all();
        return Print.count(all.records(), "record") + " of " + Print.count(all.replicas(), "replica") + " with "
                + Print.size(all.bytes()) + " of data";
    }

    private static void parts(PrintWriter out, String head, Map<String, Part> parts) {
        if (parts.isEmpty()) {
            return;
        }
        out.println();
        List<List<String>> rows = new ArrayList<>(List.of(List.of(head, "RECORDS", "REPLICAS", "DATA")));
        parts.forEach((name, part) ->
                rows.add(List.of(name, "" + part.records(), "" + part.replicas(), Print.size(part.bytes()))));
        Print.table(out, rows);
    }

    /** What {@code --json} prints; bytes are numbers. */
    static ObjectNode tree(JournalView view, JournalContents contents, boolean inUse) {
        ObjectNode root = Print.object();
        root.put("directory", view.directory().toString());
        root.put("inUse", inUse);
        root.put("identity", view.identity().toString());
        root.put("empty", view.empty());
        root.put("lastSequence", view.lastSequence());
        put(root, contents.all());
        root.put("gaps", contents.journal().gaps());
        contents.journal().missing().forEach(root.putArray("missing")::add);
        ArrayNode segments = root.putArray("segments");
        for (SegmentView each : view.segments()) {
            ObjectNode segment = segments.addObject();
            segment.put("name", each.name());
            segment.put("bytes", each.bytes());
            segment.put("epoch", each.epoch());
            segment.put("firstSequence", each.firstSequence());
        }
        parts(root.putArray("pools"), contents.pools());
        parts(root.putArray("storages"), contents.storages());
        return root;
    }

    private static void parts(ArrayNode into, Map<String, Part> parts) {
        parts.forEach((name, part) -> put(into.addObject().put("id", name), part));
    }

    private static void put(ObjectNode into, Part part) {
        into.put("records", part.records());
        into.put("replicas", part.replicas());
        into.put("dataBytes", part.bytes());
    }
}
