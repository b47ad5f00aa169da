package org.underbase.exalt.agent;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.asm.Advice.Return;
import net.bytebuddy.asm.Advice.This;
import org.underbase.exalt.runtime.HookedSockets;

/** Advice for connecting, listening, reading, writing and closing sockets. */
final class SocketAdvice {
    private SocketAdvice() {}

    /** Entry advice that skips the method body if the socket has frames. The exit advice does the work. */
    static final class Found {
        private Found() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static Object enter(@Argument(0) FileDescriptor fd) {
            return HookedSockets.of(fd);
        }
    }

    /** {@code read(FileDescriptor, long, int)}. */
    static final class Read {
        private Read() {}

        @OnMethodExit
        static void exit(
                @Enter Object connection,
                @Argument(0) FileDescriptor fd,
                @Argument(1) long address,
                @Argument(2) int length,
                @Return(readOnly = false) int result)
                throws IOException {
            if (connection != null) {
                result = HookedSockets.read(connection, fd, address, length);
            }
        }
    }

    /** {@code readv(FileDescriptor, long, int)}. */
    static final class ReadVector {
        private ReadVector() {}

        @OnMethodExit
        static void exit(
                @Enter Object connection,
                @Argument(0) FileDescriptor fd,
                @Argument(1) long vector,
                @Argument(2) int count,
                @Return(readOnly = false) long result)
                throws IOException {
            if (connection != null) {
                result = HookedSockets.readVector(connection, fd, vector, count);
            }
        }
    }

    /** {@code write(FileDescriptor, long, int)}. */
    static final class Write {
        private Write() {}

        @OnMethodExit
        static void exit(
                @Enter Object connection,
                @Argument(0) FileDescriptor fd,
                @Argument(1) long address,
                @Argument(2) int length,
                @Return(readOnly = false) int result)
                throws IOException {
            if (connection != null) {
                result = HookedSockets.write(connection, fd, address, length);
            }
        }
    }

    /** {@code writev(FileDescriptor, long, int)}. */
    static final class WriteVector {
        private WriteVector() {}

        @OnMethodExit
        static void exit(
                @Enter Object connection,
                @Argument(0) FileDescriptor fd,
                @Argument(1) long vector,
                @Argument(2) int count,
                @Return(readOnly = false) long result)
                throws IOException {
            if (connection != null) {
                result = HookedSockets.writeVector(connection, fd, vector, count);
            }
        }
    }

    /** {@code close(FileDescriptor)}. */
    static final class Close {
        private Close() {}

        @OnMethodEnter
        static void enter(@Argument(0) FileDescriptor fd) throws IOException {
            HookedSockets.closed(fd);
        }
    }

    /** {@code Net.connect(ProtocolFamily, FileDescriptor, InetAddress, int)}. */
    static final class Connect {
        private Connect() {}

        @OnMethodEnter
        static void enter(@Argument(1) FileDescriptor fd, @Argument(2) InetAddress address, @Argument(3) int port)
                throws IOException {
            HookedSockets.connecting(fd, address, port);
        }
    }

    /** {@code ServerSocketChannelImpl.bind(SocketAddress, int)}, which listens as well. */
    static final class Bind {
        private Bind() {}

        @OnMethodExit
        static void exit(@This ServerSocketChannel channel, @FieldValue("fd") FileDescriptor fd) throws IOException {
            HookedSockets.listening(fd, channel.getLocalAddress());
        }
    }

    /** {@code NioSocketImpl.listen(int)}. */
    static final class Listen {
        private Listen() {}

        @OnMethodExit
        static void exit(@FieldValue("fd") FileDescriptor fd) throws IOException {
            HookedSockets.listening(fd);
        }
    }

    /** {@code NioSocketImpl.available()}. */
    static final class Available {
        private Available() {}

        @OnMethodExit
        static void exit(@FieldValue("fd") FileDescriptor fd, @Return(readOnly = false) int result) {
            result = HookedSockets.available(fd, result);
        }
    }
}
