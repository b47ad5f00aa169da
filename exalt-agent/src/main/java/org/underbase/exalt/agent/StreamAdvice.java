package org.underbase.exalt.agent;

import java.io.IOException;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.underbase.exalt.runtime.Hooked;

/** Advice for streams and random-access files, whose descriptor is in the field {@code fd}. */
final class StreamAdvice {
    private StreamAdvice() {}

    /** {@code read()}. */
    static final class ReadOne {
        private ReadOne() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) int result) throws IOException {
            if (file != null) {
                result = Hooked.read(file);
            }
        }
    }

    /** {@code read(byte[])}. */
    static final class ReadAll {
        private ReadAll() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) byte[] bytes, @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.read(file, bytes, 0, bytes.length);
            }
        }
    }

    /** {@code read(byte[], int, int)}. */
    static final class Read {
        private Read() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @Argument(0) byte[] bytes,
                @Argument(1) int offset,
                @Argument(2) int length,
                @Return(readOnly = false) int result)
                throws IOException {
            if (file != null) {
                result = Hooked.read(file, bytes, offset, length);
            }
        }
    }

    /** {@code write(int)}. */
    static final class WriteOne {
        private WriteOne() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) int value) throws IOException {
            if (file != null) {
                Hooked.write(file, value);
            }
        }
    }

    /** {@code write(byte[])}. */
    static final class WriteAll {
        private WriteAll() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) byte[] bytes) throws IOException {
            if (file != null) {
                Hooked.write(file, bytes, 0, bytes.length);
            }
        }
    }

    /** {@code write(byte[], int, int)}. */
    static final class Write {
        private Write() {}

        @OnMethodExit
        static void exit(
                @Enter Object file, @Argument(0) byte[] bytes, @Argument(1) int offset, @Argument(2) int length)
                throws IOException {
            if (file != null) {
                Hooked.write(file, bytes, offset, length);
            }
        }
    }

    /** {@code skip(long)}. */
    static final class Skip {
        private Skip() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) long bytes, @Return(readOnly = false) long result)
                throws IOException {
            if (file != null) {
                result = Hooked.skip(file, bytes);
            }
        }
    }

    /** {@code available()}. */
    static final class Available {
        private Available() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) int result) {
            if (file != null) {
                result = Hooked.available(file);
            }
        }
    }

    /** {@code length()}. */
    static final class Length {
        private Length() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) long result) {
            if (file != null) {
                result = Hooked.length(file);
            }
        }
    }

    /** {@code position()}. */
    static final class Position {
        private Position() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Return(readOnly = false) long result) {
            if (file != null) {
                result = Hooked.position(file);
            }
        }
    }

    /** {@code seek(long)}. */
    static final class Seek {
        private Seek() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) long position) throws IOException {
            if (file != null) {
                Hooked.seek(file, position);
            }
        }
    }

    /** {@code setLength(long)}. */
    static final class SetLength {
        private SetLength() {}

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) long length) throws IOException {
            if (file != null) {
                Hooked.setLength(file, length);
            }
        }
    }
}
