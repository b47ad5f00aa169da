package org.underbase.bench.tracer.hdfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Traced and stock client of one HDFS. Each has a separate JVM, so that the classes of one do not affect the compiled code of
 * the other. They alternate in slices of seconds, so that a slow minute of the machine affects both. While one works, the
 * other waits for input.
 */
final class HdfsClients implements AutoCloseable {
    static final String IMPL = "fs.hdfs.impl";
    static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";
    static final String STOCK = "org.apache.hadoop.hdfs.DistributedFileSystem";

    /** Sums of the slices of both sides. */
    record Both(Slice underbase, Slice stock) {
        Pair pair(ToDoubleFunction<Slice> metric) {
            return new Pair(metric.applyAsDouble(underbase), metric.applyAsDouble(stock));
        }
    }

    private final ChildJvm<Request, Slice> underbase;
    private final ChildJvm<Request, Slice> stock;

    /**
     * Starts both clients.
     *
     * @param directory directory for log files
     * @param conf directory of the clients' site files
     * @param traces directory for the segments of the traced client
     */
    HdfsClients(Path directory, Path conf, Path traces) throws IOException {
        underbase = ClientProcess.start(
                "traced", directory, conf, Map.of(IMPL, TRACED, "underbase.trace.dir", traces.toString()));
        stock = ClientProcess.start("stock", directory, conf, Map.of(IMPL, STOCK));
    }

    /** Executes a request on both clients concurrently, so that the JIT compiles their code. */
    void warmUp(Request forUnderbase, Request forStock) throws IOException {
        underbase.send(forUnderbase);
        stock.send(forStock);
        underbase.receive();
        stock.receive();
    }

    /** Measures slices in the order A B B A or B A A B, so that a linear drift affects both sides equally. */
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
