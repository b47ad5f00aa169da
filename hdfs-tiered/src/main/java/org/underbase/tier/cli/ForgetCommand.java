package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.tier.protocol.TierException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -forget}. */
@Command(
        name = "forget",
        aliases = "-forget",
        description = {
            "Remove the stored tier of a stopped DataNode from all NameNodes, for example after a wrong announcement. Requires "
                    + "superuser privilege.",
            "",
            "A DataNode announces its tier again when it starts."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -forget 10.0.0.7:9866"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class ForgetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Parameters(paramLabel = "HOST:PORT", description = "Transfer address of the DataNode.")
    private String address;

    @Override
    public Integer call() throws IOException {
        if (!address.matches(".+:[0-9]{1,5}")) {
            throw new ParameterException(
                    spec.commandLine(), "invalid address '" + address + "': expected HOST:PORT, the transfer address");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Session session = Session.open(tier.cluster())) {
            int namenodes = session.tiers().forgetDatanode(address);
            if (namenodes == 0) {
                throw new TierException("no DataNode " + address + " has announced a tier; use the transfer address");
            }
            if (tier.json()) {
                ObjectNode root = JsonText.object();
                root.put("address", address);
                root.put("namenodes", namenodes);
                out.println(JsonText.of(root));
            } else {
                out.println("Removed the tier of DataNode " + PrintableText.of(address) + " from "
                        + PrintableText.count(namenodes, "NameNode"));
            }
        }
        out.flush();
        return 0;
    }
}
