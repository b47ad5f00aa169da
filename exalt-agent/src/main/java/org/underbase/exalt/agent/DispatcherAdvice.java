package org.underbase.exalt.agent;

import java.io.IOException;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.underbase.exalt.runtime.Hooked;

/** Advice for the methods that read and write files for all channels. Channels keep their own open state, position and locks. */
final class DispatcherAdvice {
    private DispatcherAdvice() {}

    /** {@code read(FileDescriptor, long, int)}. */
    static final class Read {
        private Read() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long address,
                @Argument(2) int length,
                @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.read(file, address, length);
            }
        }
    }

    /** {@code pread(FileDescriptor, long, int, long)}. */
    static final class ReadAt {
        private ReadAt() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long address,
                @Argument(2) int length,
                @Argument(3) long position,
                @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.read(file, address, length, position);
            }
        }
    }

    /** {@code readv(FileDescriptor, long, int)}. */
    static final class ReadVector {
        private ReadVector() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long vector,
                @Argument(2) int count,
                @Return(readOnly = false) long result)
                throws IOException {
            if (file != null) {
                result = Hooked.readVector(file, vector, count);
            }
        }
    }

    /** {@code write(FileDescriptor, long, int)}. */
    static final class Write {
        private Write() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long address,
                @Argument(2) int length,
                @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.write(file, address, length);
            }
        }
    }

    /** {@code pwrite(FileDescriptor, long, int, long)}. */
    static final class WriteAt {
        private WriteAt() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long address,
                @Argument(2) int length,
                @Argument(3) long position,
                @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.write(file, address, length, position);
            }
        }
    }

    /** {@code writev(FileDescriptor, long, int)}. */
    static final class WriteVector {
        private WriteVector() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(1) long vector,
                @Argument(2) int count,
                @Return(readOnly = false) long result)
                throws IOException {
            if (file != null) {
                result = Hooked.writeVector(file, vector, count);
            }
        }
    }

    /** {@code seek(FileDescriptor, long)}. */
    static final class Seek {
        private Seek() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(1) long position, @Return(readOnly = false) long result) {
            if (file != null) {
                result = Hooked.seekOrTell(file, position);
            }
        }
    }

    /** {@code truncate(FileDescriptor, long)}. */
    static final class Truncate {
        private Truncate() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(1) long length, @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                Hooked.truncate(file, length);
                result = 0;
            }
        }
    }

    /** {@code size(FileDescriptor)}. */
    static final class Size {
        private Size() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) long result) {
            if (file != null) {
                result = Hooked.length(file);
            }
        }
    }

    /** {@code available(FileDescriptor)}. */
    static final class Available {
        private Available() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) int result) {
            if (file != null) {
                result = Hooked.left(file);
            }
        }
    }
}
