package org.underbase.replay.execute;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.underbase.htfs.format.Call;
import org.underbase.replay.trace.Operation;

/** Comparison of a call's outcome with the recorded one. */
public final class Divergence {
    private static final Set<Call> COMPARED = EnumSet.of(
            Call.RENAME,
            Call.DELETE,
            Call.MKDIRS,
            Call.CREATE_NEW_FILE,
            Call.EXISTS,
            Call.IS_FILE,
            Call.IS_DIRECTORY,
            Call.GET_LENGTH,
            Call.LIST_STATUS,
            Call.SET_REPLICATION);

    private Divergence() {}

    /** Returns how an outcome differs from the trace. */
    public static Optional<String> of(Operation operation, Outcome outcome) {
        if (outcome.type() != Outcome.Type.MADE) {
            return Optional.empty();
        }
        if (outcome.failure().isPresent()) {
            return operation.failed() ? Optional.empty() : outcome.failure();
        }
        if (operation.failed()) {
            return Optional.of("success instead of " + operation.event().exception());
        }
        if (outcome.corrupt()) {
            return Optional.of("the read returned other bytes than the replay wrote");
        }
        Call call = operation.event().call();
        long traced = operation.event().result();
        boolean moves = Call.moves(call.code());
        if (moves ? Math.max(traced, 0) != Math.max(outcome.result(), 0) : compares(call, traced, outcome)) {
            return Optional.of("result " + outcome.result() + " instead of " + traced);
        }
        return Optional.empty();
    }

    private static boolean compares(Call call, long traced, Outcome outcome) {
        return COMPARED.contains(call) && traced != outcome.result();
    }
}
