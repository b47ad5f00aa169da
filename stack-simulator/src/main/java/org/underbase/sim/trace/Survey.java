package org.underbase.sim.trace;

import java.io.IOException;
import java.util.SortedMap;
import org.underbase.analysis.catalog.CatalogPartial;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.TraceEvent;

/**
 * Files and processes of a trace.
 *
 * @param files files
 * @param processes calls of each process
 */
record Survey(FileCatalog files, SortedMap<ProcessKey, ProcessSums> processes) {
    private static final Operator<CatalogPartial, FileCatalog> FILES = FileCatalog.operator();

    /** Survey of a part of a trace. */
    static final class Part implements EventPartial<Part> {
        private final CatalogPartial files = FILES.start();
        private final ByProcess<ProcessSums> processes = new ByProcess<>(ProcessSums::new);

        @Override
        public void accept(TraceEvent event) {
            files.accept(event);
            processes.of(event).add(event);
        }

        @Override
        public void merge(Part later) {
            files.merge(later.files);
            processes.merge(later.processes, ProcessSums::merge);
        }

        @Override
        public void transfer(Fields fields) throws IOException {
            files.transfer(fields);
            processes.transfer(fields, (stream, sums) -> {
                sums.transfer(stream);
                return sums;
            });
        }
    }

    /** Creates the operator that computes the survey of a trace. */
    static Operator<Part, Survey> operator() {
        return new Operator<>() {
            @Override
            public Part start() {
                return new Part();
            }

            @Override
            public Survey finish(Part whole) {
                return new Survey(FILES.finish(whole.files), whole.processes.sorted());
            }
        };
    }
}
