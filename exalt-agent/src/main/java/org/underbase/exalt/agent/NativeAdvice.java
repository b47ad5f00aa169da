package org.underbase.exalt.agent;

import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.OnMethodExit;
import org.underbase.exalt.runtime.Hooked;

/** Advice that reports {@code load0(Class, String)} and {@code loadLibrary0(Class, String)}: I/O of native code bypasses the agent. */
final class NativeAdvice {
    private NativeAdvice() {}

    @OnMethodExit
    static void exit(@Argument(0) Class<?> by, @Argument(1) String library) {
        Hooked.loaded(by, library);
    }
}
