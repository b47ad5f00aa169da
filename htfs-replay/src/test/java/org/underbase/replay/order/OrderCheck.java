package org.underbase.replay.order;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.underbase.replay.trace.Operation;

/**
 * Comparison of all pairs of calls that must keep their order, independent of the rules except for the resources of a call.
 *
 * @param pairs number of pairs with an order
 * @param violations pairs that did not keep it
 */
public record OrderCheck(int pairs, List<String> violations) {
    /**
     * Checks a replay.
     *
     * @param trace the calls in the order of their recorded starts
     * @param begin time at which a call began in the replay
     * @param end time at which a call ended in the replay
     */
    public static OrderCheck of(List<Operation> trace, ToLongFunction<Operation> begin, ToLongFunction<Operation> end) {
        List<String> violations = new ArrayList<>();
        int pairs = 0;
        for (int i = 0; i < trace.size(); i++) {
            for (int j = i + 1; j < trace.size(); j++) {
                Operation first = trace.get(i);
                Operation second = trace.get(j);
                if (mustKeepOrder(first, second)) {
                    pairs++;
                    if (end.applyAsLong(first) > begin.applyAsLong(second)) {
                        violations.add(first.event() + " did not end before " + second.event());
                    }
                }
            }
        }
        return new OrderCheck(pairs, violations);
    }

    private static boolean mustKeepOrder(Operation first, Operation second) {
        return first.actor().equals(second.actor())
                || (first.endNanos() <= second.event().startNanos() && shareAResource(first, second));
    }

    private static boolean shareAResource(Operation first, Operation second) {
        for (Use use : Uses.of(first)) {
            for (Use other : Uses.of(second)) {
                if (use.resource().equals(other.resource()) && use.mode().conflicts(other.mode())) {
                    return true;
                }
            }
        }
        return false;
    }
}
