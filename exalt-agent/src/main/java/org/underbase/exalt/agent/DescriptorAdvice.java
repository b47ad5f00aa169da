package org.underbase.exalt.agent;

import java.io.FileDescriptor;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import org.underbase.exalt.runtime.Hooked;

/** Entry advice that skips the method body if the descriptor belongs to a compressed file. The exit advice does the work. */
final class DescriptorAdvice {
    private DescriptorAdvice() {}

    /** Finds the descriptor in the field {@code fd}. */
    static final class ByField {
        private ByField() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }
    }

    /** Finds the descriptor in the first argument. */
    static final class ByArgument {
        private ByArgument() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@Argument(0) FileDescriptor fd) {
            return Hooked.of(fd);
        }
    }
}
