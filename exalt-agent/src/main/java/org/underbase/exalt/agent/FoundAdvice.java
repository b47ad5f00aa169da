package org.underbase.exalt.agent;

import java.io.FileDescriptor;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import org.underbase.exalt.runtime.Hooked;

/** How a method begins: it is skipped where its descriptor is of a compressed file, and what is woven behind it does the work. */
final class FoundAdvice {
    private FoundAdvice() {}

    /** By the object's own descriptor. */
    static final class ByField {
        private ByField() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }
    }

    /** By the first argument. */
    static final class ByArgument {
        private ByArgument() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@Argument(0) FileDescriptor fd) {
            return Hooked.of(fd);
        }
    }
}
