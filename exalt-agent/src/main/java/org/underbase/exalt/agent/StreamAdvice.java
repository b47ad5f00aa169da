package org.underbase.exalt.agent;

import java.io.FileDescriptor;
import java.io.IOException;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.asm.Advice.Return;
import org.underbase.exalt.runtime.Hooked;

/** The methods of streams and of random-access files; all find their descriptor in the field {@code fd}. */
final class StreamAdvice {
    private StreamAdvice() {}

    /** {@code read()}. */
    static final class ReadOne {
        private ReadOne() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

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

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@FieldValue("fd") FileDescriptor fd) {
            return Hooked.of(fd);
        }

        @OnMethodExit
        static void exit(@Enter Object file, @Argument(0) long length) throws IOException {
            if (file != null) {
                Hooked.setLength(file, length);
            }
        }
    }
}
