package org.underbase.htfs.format;

/**
 * Kind and cause of the lost calls that an event of {@link Call#LOST} stands for. Its length is the number of lost calls, its result the
 * number of bytes that they moved, and its time reaches from the first to the last one.
 *
 * @param kind kind of the lost calls
 * @param cause cause of the loss
 */
public record Loss(Call.Kind kind, Drops.Cause cause) {
    private static final String KIND = "kind";
    private static final String CAUSE = "cause";

    /** Returns the detail of the event. */
    String detail() {
        return KIND + "=" + kind + " " + CAUSE + "=" + cause.label();
    }

    /** Reads the detail of an event. */
    public static Loss of(TraceEvent event) {
        return of(event.detail());
    }

    static Loss of(String detail) {
        Call.Kind kind = Call.Kind.META;
        Drops.Cause cause = Drops.Cause.OTHER;
        for (Call.Kind known : Call.Kind.values()) {
            kind = known.name().equals(Details.value(detail, KIND)) ? known : kind;
        }
        for (Drops.Cause known : Drops.Cause.values()) {
            cause = known.label().equals(Details.value(detail, CAUSE)) ? known : cause;
        }
        return new Loss(kind, cause);
    }

    /** Whether the number of calls of such an event may differ from 1, so that {@link #calls} needs its detail. */
    static boolean mayDiffer(Call call) {
        return call == Call.READ_SERIES || call == Call.LOST || call == Call.CONCAT || call == Call.BULK_DELETE;
    }

    /** Returns the number of calls that an event stands for: 1, the length of a series, 0 for lost calls and parts of a call. */
    static long calls(Call call, String detail) {
        boolean divided = call == Call.CONCAT || call == Call.BULK_DELETE;
        if (call == Call.LOST || (divided && !Details.value(detail, "part").isEmpty())) {
            return 0;
        }
        long calls = call == Call.READ_SERIES ? Details.number(detail, "count", 1) : 1;
        return calls > Layout.MAX_SERIES ? 1 : calls;
    }

    /** Returns a call, or what each call of a series was. */
    static Call eachCall(Call call, String detail) {
        if (call == Call.READ_SERIES) {
            String label = Details.value(detail, "call");
            for (Call known : Call.values()) {
                if (known.label().equals(label)) {
                    return known;
                }
            }
        }
        return call;
    }
}
