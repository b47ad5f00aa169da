package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Device that fails at one call, counted over all methods of the device and of its files. Thread-safe. */
final class FaultyDevice extends WrappedDevice {
    /** Exceptions that a call may throw. */
    enum Fault {
        /** Error of the disk. */
        IO {
            @Override
            void raise() throws IOException {
                throw new IOException("injected input/output error");
            }
        },
        /** Defect of a device. */
        RUNTIME {
            @Override
            void raise() {
                throw new IllegalStateException("injected exception");
            }
        },
        /** Exhausted memory. */
        MEMORY {
            @Override
            void raise() {
                throw new OutOfMemoryError("injected error");
            }
        };

        abstract void raise() throws IOException;
    }

    private final int failing;
    private final Fault fault;
    private final boolean afterEffect;
    private int calls;
    private int open;

    /**
     * Creates a device.
     *
     * @param inner device that performs the calls
     * @param failing number of the call that fails, from 1
     * @param fault exception of that call
     * @param afterEffect whether the call fails after its effect
     */
    FaultyDevice(JournalDevice inner, int failing, Fault fault, boolean afterEffect) {
        super(inner);
        this.failing = failing;
        this.fault = fault;
        this.afterEffect = afterEffect;
    }

    /** Whether the failing call happened. */
    synchronized boolean failed() {
        return calls >= failing;
    }

    /** Returns the number of files that are open. */
    synchronized int openFiles() {
        return open;
    }

    @Override
    synchronized <T> T call(String name, Call<T> effect) throws IOException {
        boolean fails = ++calls == failing;
        open -= name.equals("close") ? 1 : 0;
        if (fails && !afterEffect) {
            fault.raise();
        }
        T result = effect.run();
        if (fails) {
            fault.raise();
        }
        open += opened(name);
        return result;
    }

    private static int opened(String name) {
        return name.equals("open") || name.equals("create") ? 1 : 0;
    }
}
