package org.underbase.localcompact.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.underbase.localcompact.proto.LocalCompactProtos.CountProto;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.operator.output.PrintableText;

/**
 * Response of one RegionServer.
 *
 * @param server name of the server
 * @param state whether it responded
 * @param status its response; empty if it did not respond
 * @param failure cause in one line, with what to do; empty if it responded
 */
record ServerReport(String server, State state, Optional<StatusProto> status, String failure) {
    /** State of a server. */
    enum State {
        SERVING("serving"),
        NO_SERVICE("noService"),
        UNREACHABLE("unreachable");

        private final String json;

        State(String json) {
            this.json = json;
        }

        String json() {
            return json;
        }
    }

    static ServerReport of(String server, StatusProto status) {
        return new ServerReport(server, State.SERVING, Optional.of(status), "");
    }

    static ServerReport failed(String server, IOException failure) {
        if (failure instanceof UnknownProtocolException) {
            return new ServerReport(
                    server,
                    State.NO_SERVICE,
                    Optional.empty(),
                    "no merge service: add org.underbase.localcompact.LocalCompactService to its"
                            + " hbase.coprocessor.regionserver.classes and restart it");
        }
        return new ServerReport(
                server,
                State.UNREACHABLE,
                Optional.empty(),
                "no response: " + PrintableText.of(firstLine(failure).replace(server + ": ", ""))
                        + "; check its process and log");
    }

    /** Returns the first line of a message: those of remote exceptions contain stack traces. */
    static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    /** Returns the first line of the message of the first cause: that of HBase's retries contains no cause. */
    static String rootCause(IOException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return firstLine(root);
    }

    /** Lists the DataNodes with failures. A server of a large cluster has hundreds of others with saved bytes. */
    static List<NodeProto> failedNodes(StatusProto status) {
        return status.getNodesList().stream()
                .filter(node -> node.getFailuresCount() > 0)
                .toList();
    }

    /** Returns the numbers by the names of their metrics. */
    Map<String, Long> counts() {
        return status.map(each -> map(each.getCountsList())).orElse(Map.of());
    }

    static Map<String, Long> map(List<CountProto> counts) {
        Map<String, Long> map = new LinkedHashMap<>();
        counts.forEach(each -> map.put(each.getName(), each.getValue()));
        return map;
    }
}
