package org.underbase.analysis.summary;

import java.util.ArrayList;
import java.util.List;
import org.underbase.analysis.operator.Operator;

/** Counts what a trace holds. */
public final class SummaryOperator implements Operator<SummaryPartial, Summary> {
    @Override
    public SummaryPartial start() {
        return new SummaryPartial();
    }

    @Override
    public Summary finish(SummaryPartial whole) {
        SummaryPartial.Span total = new SummaryPartial.Span();
        List<Summary.OfProcess> processes = new ArrayList<>();
        whole.processes.sorted().forEach((process, span) -> {
            total.add(span.events, span.firstNanos, span.lastNanos);
            processes.add(new Summary.OfProcess(process, span.events, span.firstNanos, span.lastNanos));
        });
        List<Summary.Failures> failures = new ArrayList<>();
        whole.failures.forEach((failure, count) -> failures.add(new Summary.Failures(failure, count)));
        boolean empty = total.events == 0;
        return new Summary(
                total.events,
                empty ? 0 : total.firstNanos,
                empty ? 0 : total.lastNanos,
                whole.read,
                whole.written,
                processes,
                failures);
    }
}
