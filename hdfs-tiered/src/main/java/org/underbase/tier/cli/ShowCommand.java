package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.PresentReplicas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -show}. */
@Command(
        name = "show",
        aliases = "-show",
        description = {
            "Show the policy of a file or directory and its origin, and the wanted and present replicas of a file."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -show /hbase/data/default/t1",
            "  hdfs tier -show -R /logs            one line for each file below",
            "  underbase tier show --json /logs/2024.gz"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, also of a path below the directory", "2:invalid usage"})
final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Option(names = "-R", description = "Show every file below a directory; with --json, an array.")
    private boolean recursive;

    @Parameters(paramLabel = "PATH", description = "A file or directory.")
    private String path;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path start = Arguments.path(spec, path);
        boolean complete = true;
        try (Session session = Session.open(tier.cluster(), start)) {
            if (recursive) {
                complete = showAll(session, start, out);
            } else {
                FilePlacement placement = session.tiers().placement(start);
                if (tier.json()) {
                    out.println(JsonText.of(Json.placement(placement)));
                } else {
                    print(placement, out);
                }
            }
        }
        out.flush();
        return complete ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    /**
     * Shows all files below a directory and skips paths that fail.
     *
     * @return whether no path failed
     */
    private boolean showAll(Session session, Path start, PrintWriter out) throws IOException {
        ArrayNode all = JsonText.array();
        long failed = 0;
        Deque<FileStatus> open = new ArrayDeque<>(List.of(session.fileSystem().getFileStatus(start)));
        while (!open.isEmpty()) {
            FileStatus next = open.pop();
            try {
                if (next.isDirectory()) {
                    children(session, next.getPath()).forEach(open::push);
                } else if (next.isFile()) {
                    show(session.tiers().placement(next.getPath()), all, out);
                }
            } catch (IOException e) {
                failed++;
                PrintWriter err = spec.commandLine().getErr();
                err.println("tier: " + PrintableText.of(Text.plain(next.getPath())) + ": "
                        + PrintableText.of(OneLine.of(e)));
                err.flush();
            }
        }
        if (tier.json()) {
            out.println(JsonText.of(all));
        }
        return failed == 0;
    }

    /** Returns the children in reverse order, for a stack. */
    private static List<FileStatus> children(Session session, Path directory) throws IOException {
        List<FileStatus> children = new ArrayList<>();
        RemoteIterator<FileStatus> listing = session.fileSystem().listStatusIterator(directory);
        while (listing.hasNext()) {
            children.add(listing.next());
        }
        Collections.reverse(children);
        return children;
    }

    private void show(FilePlacement placement, ArrayNode all, PrintWriter out) {
        if (tier.json()) {
            all.add(Json.placement(placement));
        } else {
            out.println(PrintableText.of(Text.plain(placement.path())) + ": " + present(placement) + state(placement)
                    + (placement.cached() ? "; cached" : ""));
        }
    }

    private static String state(FilePlacement placement) {
        return placement.settled()
                ? ""
                : "; wanted " + wanted(placement) + ", " + SizeText.of(placement.bytesToCopy()) + " to copy";
    }

    private static String wanted(FilePlacement placement) {
        return placement
                .wanted()
                .map(Object::toString)
                .orElse(PrintableText.count(placement.replication(), "replica") + " anywhere");
    }

    private static String present(FilePlacement placement) {
        if (placement.present().isEmpty()) {
            return "no blocks";
        }
        return placement.present().stream().map(ShowCommand::text).collect(Collectors.joining("; "));
    }

    private static String text(PresentReplicas one) {
        return one.replicas().map(Object::toString).orElse("no live replica") + " ("
                + PrintableText.count(one.blocks(), "block") + ")";
    }

    private static void print(FilePlacement placement, PrintWriter out) {
        out.println("Path:      " + PrintableText.of(placement.path().toString())
                + (placement.directory() ? " (directory)" : ""));
        out.println("Policy:    " + PrintableText.of(placement.policy()) + from(placement));
        if (placement.directory()) {
            return;
        }
        out.println("Wanted:    " + wanted(placement));
        out.println("Present:   " + present(placement));
        out.println("Length:    " + SizeText.of(placement.length()) + " in "
                + PrintableText.count(placement.blocks(), "block") + ", replication " + placement.replication());
        if (!placement.settled()) {
            out.println("Misplaced: " + PrintableText.count(placement.misplacedBlocks(), "block") + ", "
                    + SizeText.of(placement.bytesToCopy()) + " to copy, "
                    + PrintableText.count(placement.movesPending(), "move") + " queued or running");
        }
        placement.reason().ifPresent(reason -> out.println("Reason:    " + PrintableText.of(reason)));
        if (placement.underConstruction()) {
            out.println("The file is under construction: its replicas are not moved before it is closed.");
        }
        if (placement.erasureCoded()) {
            out.println("The file is erasure-coded: tiers do not apply.");
        }
        if (placement.cached()) {
            out.println(
                    "The file is cached: one of its replicas on the fastest tier is additional, because it is read often.");
        }
        if (placement.demoted()) {
            out.println("The monitor demoted the file because its tiers were full; reads promote it again.");
        }
    }

    private static String from(FilePlacement placement) {
        return switch (placement.origin()) {
            case FILE -> ", set here";
            case DIRECTORY ->
                ", from "
                        + placement
                                .policyPath()
                                .map(Path::toString)
                                .map(PrintableText::of)
                                .orElse("a directory above");
            case CLUSTER -> ", the cluster's default";
        };
    }
}
