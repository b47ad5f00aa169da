package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeConverter;
import org.underbase.operator.output.SizeText;
import org.underbase.operator.output.TextTable;
import org.underbase.tier.client.DirectoryQuota;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tier -quota}. */
@Command(
        name = "quota",
        aliases = "-quota",
        description = {
            "Show the quotas that apply to a path, or set those of a directory.",
            "",
            "A quota limits the bytes of all replicas below a directory on one tier. The quotas of all directories above a "
                    + "file apply to it. To set them requires superuser privilege.",
            "",
            "Used counts present replicas, Wanted the replicas that the files' policies assign to the tier. Both are "
                    + "counted in the background; after a restart or a failover, they are unknown (-) at first."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  hdfs tier -quota /hbase                       show",
            "  hdfs tier -quota /hbase fast 10t              at most 10 TiB on fast",
            "  hdfs tier -quota /hbase fast none disk 1p     remove one, set another"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class QuotaCommand implements Callable<Integer> {
    private static final String NONE = "none";

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Parameters(index = "0", paramLabel = "PATH", description = "A directory; to show quotas, also a file.")
    private String path;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TIER BYTES|none",
            description = "New quota on a tier, such as 500g or 10t (binary units); none removes it.")
    private List<String> limits = List.of();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path directory = Arguments.path(spec, path);
        Map<String, OptionalLong> changes = changes();
        try (Session session = Session.open(tier.cluster(), directory)) {
            List<DirectoryQuota> quotas = changes.isEmpty()
                    ? session.tiers().quotas(directory)
                    : session.tiers().setQuota(directory, changes);
            if (tier.json()) {
                ObjectNode root = JsonText.object();
                root.put("path", path);
                root.set("quotas", Json.quotas(quotas));
                out.println(JsonText.of(root));
            } else if (quotas.isEmpty()) {
                out.println("No quota applies to " + PrintableText.of(path));
            } else {
                print(quotas, out);
            }
        }
        out.flush();
        return ExitCode.SUCCESS;
    }

    private Map<String, OptionalLong> changes() {
        if (limits.size() % 2 != 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "missing quota of the tier '" + limits.get(limits.size() - 1)
                            + "': expected bytes such as 500g, or none");
        }
        Map<String, OptionalLong> changes = new LinkedHashMap<>();
        for (int i = 0; i < limits.size(); i += 2) {
            if (changes.put(limits.get(i), bytes(limits.get(i + 1))) != null) {
                throw new ParameterException(
                        spec.commandLine(), "the tier '" + limits.get(i) + "' has two quotas: expected one");
            }
        }
        return changes;
    }

    private OptionalLong bytes(String text) {
        if (text.equals(NONE)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(new SizeConverter().convert(text));
        } catch (TypeConversionException e) {
            throw new ParameterException(
                    spec.commandLine(), "invalid quota: " + e.getMessage() + "; " + NONE + " removes it", e);
        }
    }

    /** Prints a table of quotas. */
    static void print(List<DirectoryQuota> quotas, PrintWriter out) {
        TextTable table = new TextTable("Directory", "Tier", "Quota", "Used", "Wanted");
        for (DirectoryQuota quota : quotas) {
            table.row(
                    PrintableText.of(quota.directory().toString()),
                    PrintableText.of(quota.tier()),
                    SizeText.of(quota.limit()),
                    size(quota.used()),
                    size(quota.wanted()));
        }
        table.print(out);
    }

    private static String size(OptionalLong bytes) {
        return bytes.isPresent() ? SizeText.of(bytes.getAsLong()) : "-";
    }
}
