package org.underbase.exalt.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.CopyOption;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import org.underbase.exalt.runtime.Hooked;

/** Advice for operations that would move, copy or expose compressed files. */
final class CopyOutAdvice {
    private CopyOutAdvice() {}

    /** {@code move(UnixPath, UnixPath, CopyOption[])}. */
    static final class Move {
        private Move() {}

        @OnMethodEnter
        static void enter(@Argument(0) Object source, @Argument(1) Object target) throws IOException {
            Hooked.moved(source, target);
        }
    }

    /** {@code copy(UnixPath, UnixPath, CopyOption[])}. */
    static final class Copy {
        private Copy() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter(@Argument(0) Object source, @Argument(1) Object target, @Argument(2) CopyOption[] options)
                throws IOException {
            return Hooked.copied(source, target, options);
        }
    }

    /** {@code start(String[], Map, String, Redirect[], boolean)}. */
    static final class Child {
        private Child() {}

        @OnMethodEnter
        static void enter(@Argument(3) ProcessBuilder.Redirect[] redirects) throws IOException {
            Hooked.given(redirects);
        }
    }

    /** {@code loadLibrary(Class, File)}. */
    static final class Library {
        private Library() {}

        @OnMethodEnter
        static void enter(@Argument(1) File library) {
            Hooked.toBeLoaded(library);
        }
    }

    /** {@code rename(File, File)}: returns false when skipped. */
    static final class Rename {
        private Rename() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter(@Argument(0) File source, @Argument(1) File target) {
            return Hooked.refused(source, target);
        }
    }
}
