package org.underbase.htfs.stream;

import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** Recording of rare stream calls; the code of frequent calls is written out for speed. */
final class StreamCalls {
    /** A call with a number as its result. */
    @FunctionalInterface
    interface Body {
        long run() throws IOException;
    }

    /** A call without a result. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    private StreamCalls() {}

    /**
     * Runs a call and records it.
     *
     * @param tracer the tracer
     * @param call the call
     * @param ref the stream
     * @param offset supplier of the offset, evaluated before the call and only if it is recorded
     * @param length requested length in bytes, or -1
     * @param detail supplier of the detail, evaluated after the call and only if it is recorded; may be null
     * @param body the call on the real stream
     * @return result of the call
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
        long at = -1;
        try {
            at = offset.getAsLong();
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        long result = -1;
        Throwable failure = null;
        try {
            result = body.run();
            return result;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            exit(trace, start, call, ref, at, length, result, failure, detail);
        }
    }

    /**
     * Closes a stream and records it.
     *
     * @param tracer the tracer
     * @param call {@link Call#CLOSE_INPUT} or {@link Call#CLOSE_OUTPUT}
     * @param ref the stream
     * @param position supplier of the position; for an output also its length, in bytes
     * @param facts supplier of the detail, evaluated before the call, because a closed stream may not answer
     * @param close closes the real stream
     */
    static void close(
            Tracer tracer, Call call, StreamRef ref, LongSupplier position, Supplier<String> facts, Action close)
            throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                close.run();
            } finally {
                trace.leave();
            }
            return;
        }
        long at = -1;
        String detail = null;
        try {
            at = position.getAsLong();
            detail = facts.get();
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        long length = call == Call.CLOSE_OUTPUT ? at : -1;
        try {
            close.run();
        } catch (Throwable e) {
            trace.exit(start, call, ref, at, length, -1, e, detail, -1);
            throw e;
        }
        trace.exit(start, call, ref, at, length, 0, null, detail, -1);
    }

    /** Ends a call and records it with its detail. Never throws. */
    static void exit(
            ThreadTrace trace,
            long start,
            Call call,
            StreamRef ref,
            long offset,
            long length,
            long result,
            Throwable failure,
            Supplier<String> detail) {
        long began = start;
        String text = null;
        try {
            text = detail == null || start == ThreadTrace.SKIP ? null : detail.get();
        } catch (Throwable e) {
            began = trace.lost(e);
        }
        trace.exit(began, call, ref, offset, length, result, failure, text, -1);
    }

    /** Runs a call without a result and records it with result 0. */
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

    /** Runs a call that declares no {@link IOException} and records it. */
    static void local(Tracer tracer, Call call, StreamRef ref, LongSupplier offset, long length, Runnable action) {
        try {
            run(tracer, call, ref, offset, length, null, action::run);
        } catch (IOException e) {
            throw new AssertionError("a runnable threw a checked exception", e);
        }
    }
}
