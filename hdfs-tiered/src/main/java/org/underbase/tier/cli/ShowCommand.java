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
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.PresentReplicas;
import picocli.CommandLine;
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
            "Shows the policy of a file or directory and where it was set, and of a file the replicas it should have and "
                    + "has."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -show /hbase/data/default/t1",
            "  hdfs tier -show -R /logs            a line for each file below",
            "  underbase tier show --json /logs/2024.gz"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, or something below could not be read: a line says why", "2:wrong usage"
        })
final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Option(names = "-R", description = "Every file below a directory; with --json, an array.")
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
                    out.println(Json.text(Json.placement(placement)));
                } else {
                    print(placement, out);
                }
            }
        }
        out.flush();
        return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** What cannot be read does not keep the rest from being shown. @return whether all could be */
    private boolean showAll(Session session, Path start, PrintWriter out) throws IOException {
        ArrayNode all = Json.array();
        long unread = 0;
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
                unread++;
                PrintWriter err = spec.commandLine().getErr();
                err.println("tier: " + Text.printable(Text.plain(next.getPath())) + " could not be read: "
                        + Text.printable(OneLine.of(e)));
                err.flush();
            }
        }
        if (tier.json()) {
            out.println(Json.text(all));
        }
        return unread == 0;
    }

    /** The last first, for a stack. */
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
            out.println(Text.printable(Text.plain(placement.path())) + ": " + present(placement) + state(placement));
        }
    }

    private static String state(FilePlacement placement) {
        return placement.settled()
                ? ""
                : "; wanted " + wanted(placement) + ", " + Text.size(placement.bytesToCopy()) + " to copy";
    }

    private static String wanted(FilePlacement placement) {
        return placement
                .wanted()
                .map(Object::toString)
                .orElse(Text.count(placement.replication(), "replica") + " anywhere");
    }

    private static String present(FilePlacement placement) {
        if (placement.present().isEmpty()) {
            return "no blocks";
        }
        return placement.present().stream().map(ShowCommand::text).collect(Collectors.joining("; "));
    }

    private static String text(PresentReplicas one) {
        return one.replicas().map(Object::toString).orElse("no live replica") + " (" + Text.count(one.blocks(), "block")
                + ")";
    }

    private static void print(FilePlacement placement, PrintWriter out) {
        out.println("Path:      " + Text.printable(placement.path().toString())
                + (placement.directory() ? " (directory)" : ""));
        out.println("Policy:    " + Text.printable(placement.policy()) + from(placement));
        if (placement.directory()) {
            return;
        }
        out.println("Wanted:    " + wanted(placement));
        out.println("Present:   " + present(placement));
        out.println("Length:    " + Text.size(placement.length()) + " in " + Text.count(placement.blocks(), "block")
                + ", replication " + placement.replication());
        if (!placement.settled()) {
            out.println("Misplaced: " + Text.count(placement.misplacedBlocks(), "block") + ", "
                    + Text.size(placement.bytesToCopy()) + " to copy, "
                    + Text.count(placement.movesPending(), "move") + " queued or running");
        }
        placement.obstacle().ifPresent(obstacle -> out.println("Obstacle:  " + Text.printable(obstacle)));
        if (placement.underConstruction()) {
            out.println("It is being written: nothing of it is moved before it is closed.");
        }
        if (placement.erasureCoded()) {
            out.println("It is erasure coded: tiers do not apply to it.");
        }
        if (placement.flushed()) {
            out.println(
                    "The monitor took it off its tiers because they were full; it comes back when it is read again.");
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
                                .map(Text::printable)
                                .orElse("a directory above");
            case CLUSTER -> ", the cluster's default";
        };
    }
}
