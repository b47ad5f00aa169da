package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.block.JournalContents;
import org.underbase.combinedlog.block.JournalContents.Part;
import org.underbase.combinedlog.datanode.OfflineReplay;
import org.underbase.combinedlog.journal.DirectoryLock;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.JournalView.SegmentView;
import org.underbase.combinedlog.journal.Replayed;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SizeText;
import org.underbase.operator.output.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show a journal: its segments, and the records that are not yet durable in block files.",
            "",
            "The command changes nothing and works while the DataNode runs. Values of a running DataNode differ slightly in "
                    + "time. After a clean stop there are no records."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog status --conf /etc/hadoop/conf",
            "  underbase combinedlog status --dir /journal/combinedlog --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:no journal, or it cannot be read",
            "2:invalid usage",
            "3:success, but fsynced records are missing"
        })
final class StatusCommand implements Callable<Integer> {
    static final int DATA_LOST = 3;
    static final String INVALIDATED =
            "no valid record: the journal failed, and its records were fsynced in the block files";

    /** Repetitions of a read that found a gap, because a segment begun during the read looks like one. */
    private static final int READS = 5;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Directory of the journal. Default: dfs.datanode.combinedlog.dir, else the directory that the data "
                            + "directories name, else combinedlog in the first of them.")
    private Path directory = DatanodeOptions.UNSET;

    @Mixin
    private DatanodeOptions datanode;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path journal = directory.equals(DatanodeOptions.UNSET) ? datanode.journal(List.of()) : directory;
        PrintWriter out = spec.commandLine().getOut();
        int read = 1;
        while (true) {
            boolean inUse = DirectoryLock.isHeld(journal);
            try (JournalView view = JournalView.of(journal)) {
                List<Path> known = datanode.knownDataDirectories();
                OfflineReplay.expect(view, known);
                boolean invalidated = OfflineReplay.isInvalidated(view, known);
                JournalContents contents = JournalContents.of(view);
                boolean complete = contents.journal().gaps() == 0;
                if (!complete && inUse && read++ < READS) {
                    // The DataNode wrote it during the read.
                    continue;
                }
                if (json) {
                    out.println(JsonText.of(tree(view, contents, inUse).put("invalidated", invalidated)));
                } else {
                    text(out, view, contents, OfflineReplay.deferred(journal), inUse, invalidated);
                }
                out.flush();
                return complete ? 0 : DATA_LOST;
            }
        }
    }

    private static void text(
            PrintWriter out,
            JournalView view,
            JournalContents contents,
            Map<String, Long> deferred,
            boolean inUse,
            boolean invalidated) {
        out.println("journal   " + view.directory() + (inUse ? " (in use: its DataNode is running)" : " (not in use)"));
        out.println("id        " + view.id());
        out.println("contains  " + (invalidated ? INVALIDATED : content(view, contents)));
        kept(out, view);
        gaps(out, contents.journal());
        deferred(out, deferred);
        out.println();
        TextTable segments = new TextTable("SEGMENT", "SIZE", "EPOCH", "FIRST RECORD", "STATE");
        for (SegmentView each : view.segments()) {
            boolean used = each.epoch() > 0;
            segments.row(
                    each.name(),
                    SizeText.of(each.bytes()),
                    used ? "" + each.epoch() : "-",
                    used ? "" + each.firstSequence() : "-",
                    state(each));
        }
        segments.print(out);
        parts(out, "BLOCK POOL", contents.pools());
        parts(out, "STORAGE", contents.storages());
    }

    private static String state(SegmentView segment) {
        return segment.state().name().toLowerCase(Locale.ROOT);
    }

    private static long keptCount(JournalView view) {
        return view.segments().stream()
                .filter(each -> each.state() == JournalView.State.KEPT)
                .count();
    }

    /** Prints the number of segments of an earlier run whose block files are not fsynced yet. */
    static void kept(PrintWriter out, JournalView view) {
        long kept = keptCount(view);
        if (kept > 0) {
            out.println(
                    "kept      " + count(kept, "segment") + " of an earlier run, until the block files are fsynced");
        }
    }

    /** Prints the records that were set aside because their disk is missing or failed. */
    static void deferred(PrintWriter out, Map<String, Long> storages) {
        storages.forEach((storage, records) -> out.println(
                "deferred  " + count(records, "record") + " of storage " + storage + ", whose disk failed"));
    }

    static void gaps(PrintWriter out, Replayed journal) {
        journal.missing().forEach(each -> out.println("missing   " + each));
    }

    static String content(JournalView view, JournalContents contents) {
        if (view.empty()) {
            return "nothing to replay";
        }
        Part all = contents.all();
        return count(all.records(), "record") + " of " + count(all.replicas(), "replica") + " with "
                + SizeText.of(all.bytes()) + " of data";
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static void parts(PrintWriter out, String head, Map<String, Part> parts) {
        if (parts.isEmpty()) {
            return;
        }
        out.println();
        TextTable table = new TextTable(head, "RECORDS", "REPLICAS", "DATA");
        parts.forEach(
                (name, part) -> table.row(name, "" + part.records(), "" + part.replicas(), SizeText.of(part.bytes())));
        table.print(out);
    }

    /** Returns the object that {@code --json} prints, with sizes in bytes. */
    static ObjectNode tree(JournalView view, JournalContents contents, boolean inUse) throws IOException {
        ObjectNode root = JsonText.object();
        root.put("directory", view.directory().toString());
        root.put("inUse", inUse);
        root.put("journalId", view.id().toString());
        root.put("empty", view.empty());
        root.put("lastSequence", view.lastSequence());
        put(root, contents.all());
        root.put("gaps", contents.journal().gaps());
        contents.journal().missing().forEach(root.putArray("missing")::add);
        root.put("keptSegments", keptCount(view));
        ArrayNode segments = root.putArray("segments");
        for (SegmentView each : view.segments()) {
            ObjectNode segment = segments.addObject();
            segment.put("name", each.name());
            segment.put("bytes", each.bytes());
            segment.put("epoch", each.epoch());
            segment.put("firstSequence", each.firstSequence());
            segment.put("state", state(each));
        }
        parts(root.putArray("pools"), contents.pools());
        parts(root.putArray("storages"), contents.storages());
        ArrayNode deferred = root.putArray("deferred");
        OfflineReplay.deferred(view.directory())
                .forEach((storage, records) ->
                        deferred.addObject().put("storage", storage).put("records", records));
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
