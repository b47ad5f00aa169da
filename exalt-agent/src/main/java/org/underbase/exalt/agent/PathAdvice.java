package org.underbase.exalt.agent;

import java.io.File;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import net.bytebuddy.asm.Advice.This;
import org.underbase.exalt.runtime.Hooked;

/** Advice for file attributes that are read by path. */
final class PathAdvice {
    private PathAdvice() {}

    /** {@code File.length()}. */
    static final class Length {
        private Length() {}

        @OnMethodExit
        static void exit(@This File file, @Return(readOnly = false) long length) {
            length = Hooked.length(file, length);
        }
    }

    /** {@code UnixFileAttributes.get(UnixPath, …)}. */
    static final class Attributes {
        private Attributes() {}

        @OnMethodExit
        static void exit(@Argument(0) Object path, @Return Object attributes) {
            Hooked.attributes(path, attributes);
        }
    }
}
