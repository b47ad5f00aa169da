package org.underbase.analysis.latency;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.Operator;
import org.underbase.htfs.format.Call;

/** Percentiles of the duration of calls, by call. */
public final class LatencyOperator implements Operator<LatencyPartial, Latencies> {
    @Override
    public LatencyPartial start() {
        return new LatencyPartial();
    }

    @Override
    public Latencies finish(LatencyPartial whole) {
        List<Latencies.OfCall> byCall = new ArrayList<>();
        for (Call call : Call.values()) {
            Histogram durations = whole.byCall[call.code()];
            if (durations != null) {
                byCall.add(new Latencies.OfCall(
                        call,
                        durations.getTotalCount(),
                        whole.failed[call.code()],
                        durations.getValueAtPercentile(50),
                        durations.getValueAtPercentile(90),
                        durations.getValueAtPercentile(99),
                        durations.getMaxValue()));
            }
        }
        return new Latencies(byCall);
    }
}
