package org.underbase.exalt.agent;

import java.io.FileDescriptor;
import java.io.IOException;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import net.bytebuddy.asm.Advice.This;
import org.underbase.exalt.runtime.Access;
import org.underbase.exalt.runtime.Hooked;

/** Advice for opening and closing files. */
final class OpenAdvice {
    private OpenAdvice() {}

    /** {@code FileInputStream(File)}. */
    static final class Input {
        private Input() {}

        @OnMethodExit
        static void exit(@FieldValue("fd") FileDescriptor fd) throws IOException {
            Hooked.opened(fd, Access.READ);
        }
    }

    /** {@code FileOutputStream(File, boolean)}. */
    static final class Output {
        private Output() {}

        @OnMethodExit
        static void exit(@FieldValue("fd") FileDescriptor fd, @Argument(1) boolean append) throws IOException {
            Hooked.opened(fd, append ? Access.APPEND : Access.WRITE);
        }
    }

    /** {@code RandomAccessFile(File, String, boolean)}. */
    static final class Random {
        private Random() {}

        @OnMethodExit
        static void exit(@FieldValue("fd") FileDescriptor fd, @Argument(1) String mode) throws IOException {
            Hooked.opened(fd, mode.equals("r") ? Access.READ : Access.UPDATE);
        }
    }

    /** {@code UnixChannelFactory.open}, of JDK 17 and 21. */
    static final class Channel {
        private Channel() {}

        @OnMethodExit
        static void exit(@Argument(3) Object flags, @Return FileDescriptor fd) throws IOException {
            Hooked.openedByFlags(fd, flags);
        }
    }

    /** {@code UnixChannelFactory.open} of JDK 25, without the path for a security manager. */
    static final class ChannelWithoutPath {
        private ChannelWithoutPath() {}

        @OnMethodExit
        static void exit(@Argument(2) Object flags, @Return FileDescriptor fd) throws IOException {
            Hooked.openedByFlags(fd, flags);
        }
    }

    /** {@code FileDescriptor.close()}, which all streams and channels call. */
    static final class Close {
        private Close() {}

        @OnMethodEnter
        static void enter(@This FileDescriptor fd) throws IOException {
            Hooked.closed(fd);
        }
    }
}
