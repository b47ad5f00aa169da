package org.underbase.htfs.stream;

import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** Records the calls on a stream that are too rare to deserve code of their own; the rest is written out for speed. */
final class StreamCalls {
    /** A call that returns a number. */
    @FunctionalInterface
    interface Body {
        long run() throws IOException;
    }

    /** A call that returns nothing. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    private StreamCalls() {}

    /**
     * Runs and records a call.
     *
     * @param offset asked before the call, and only when it is recorded
     * @param detail asked after the call, and only when it is recorded; may be null
     */
    static long call(
            Tracer tracer,
            Call call,
            StreamRef ref,
            LongSupplier offset,
            long length,
            Supplier<String> detail,
            Body body)
            throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return body.run();
            } finally {
                trace.leave();
            }
        }
        long at = offset.getAsLong();
        long result = -1;
        Throwable failure = null;
        try {
            result = body.run();
            return result;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            trace.exit(start, call, ref, at, length, result, failure, detail == null ? null : detail.get(), -1);
        }
    }

    /** The same for a call that returns nothing: its result is 0. */
    static void run(
            Tracer tracer,
            Call call,
            StreamRef ref,
            LongSupplier offset,
            long length,
            Supplier<String> detail,
            Action action)
            throws IOException {
        call(tracer, call, ref, offset, length, detail, () -> {
            action.run();
            return 0;
        });
    }

    /** The same for a call that declares no {@link IOException}. */
    static void local(Tracer tracer, Call call, StreamRef ref, LongSupplier offset, long length, Runnable action) {
        try {
            run(tracer, call, ref, offset, length, null, action::run);
        } catch (IOException e) {
            throw new AssertionError("a runnable threw a checked exception", e);
        }
    }
}
