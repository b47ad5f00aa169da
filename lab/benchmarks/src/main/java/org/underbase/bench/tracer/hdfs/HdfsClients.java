package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * A traced and a stock client of one HDFS. Each has a JVM of its own, so that neither's compiled code is shaped by the
 * other's classes; they take turns in slices of time within seconds of each other, so that a slow minute of the machine
 * touches both. While one works the other waits for its input.
 */
final class HdfsClients implements AutoCloseable {
    static final String IMPL = "fs.hdfs.impl";
    static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";
    static final String STOCK = "org.apache.hadoop.hdfs.DistributedFileSystem";

    /** The slices of both sides in one pair, added up. */
    record Both(Slice underbase, Slice stock) {
        Pair pair(java.util.function.ToDoubleFunction<Slice> figure) {
            return new Pair(figure.applyAsDouble(underbase), figure.applyAsDouble(stock));
        }
    }

    private final ChildJvm<Request, Slice> underbase;
    private final ChildJvm<Request, Slice> stock;

    /**
     * Starts both.
     *
     * @param conf the directory of the clients' site files
     * @param traces where the traced client writes its segments
     */
    HdfsClients(Path directory, Path conf, Path traces) throws IOException {
        underbase = ClientProcess.start(
                "traced", directory, conf, Map.of(IMPL, TRACED, "underbase.trace.dir", traces.toString()));
        stock = ClientProcess.start("stock", directory, conf, Map.of(IMPL, STOCK));
    }

    /** Lets both do the request at the same time, so that their code gets compiled. */
    void warmUp(Request forOurs, Request forStock) throws IOException {
        underbase.send(forOurs);
        stock.send(forStock);
        underbase.receive();
        stock.receive();
    }

    /** Slices of both in the order A B B A, or B A A B: what drifts evenly hits both alike. */
    Both pair(Order order, Request request) throws IOException {
        ChildJvm<Request, Slice> a = order == Order.UNDERBASE_FIRST ? underbase : stock;
        ChildJvm<Request, Slice> b = order == Order.UNDERBASE_FIRST ? stock : underbase;
        Slice firstA = a.call(request);
        Slice ofB = b.call(request).plus(b.call(request));
        Slice ofA = firstA.plus(a.call(request));
        return order == Order.UNDERBASE_FIRST ? new Both(ofA, ofB) : new Both(ofB, ofA);
    }

    @Override
    public void close() throws IOException {
        try {
            underbase.close();
        } finally {
            stock.close();
        }
    }
}
