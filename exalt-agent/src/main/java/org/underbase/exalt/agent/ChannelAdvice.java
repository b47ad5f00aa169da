package org.underbase.exalt.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.Enter;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.asm.Advice.Return;
import net.bytebuddy.asm.Advice.This;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.underbase.exalt.runtime.Hooked;
import org.underbase.exalt.runtime.Transfers;

/** Advice for the bulk operations of a file channel: transfer and mapping. */
final class ChannelAdvice {
    private ChannelAdvice() {}

    /** {@code transferTo(long, long, WritableByteChannel)}. */
    static final class TransferTo {
        private TransferTo() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter(@This Object channel, @Argument(2) Object to) {
            return Transfers.isOurs(channel, to);
        }

        @OnMethodExit
        static void exit(
                @Enter boolean ours,
                @This FileChannel channel,
                @Argument(0) long position,
                @Argument(1) long count,
                @Argument(2) WritableByteChannel to,
                @Return(readOnly = false) long result)
                throws IOException {
            if (ours) {
                result = Transfers.to(channel, position, count, to);
            }
        }
    }

    /** {@code transferFrom(ReadableByteChannel, long, long)}. */
    static final class TransferFrom {
        private TransferFrom() {}

        @OnMethodEnter(skipOn = OnNonDefaultValue.class)
        static boolean enter(@This Object channel, @Argument(0) Object from) {
            return Transfers.isOurs(channel, from);
        }

        @OnMethodExit
        static void exit(
                @Enter boolean ours,
                @This FileChannel channel,
                @Argument(0) ReadableByteChannel from,
                @Argument(1) long position,
                @Argument(2) long count,
                @Return(readOnly = false) long result)
                throws IOException {
            if (ours) {
                result = Transfers.from(channel, from, position, count);
            }
        }
    }

    /** {@code mapInternal(MapMode, long, long, int, boolean)}. */
    static final class Map {
        private Map() {}

        @OnMethodExit
        static void exit(
                @Enter Object file,
                @This FileChannel channel,
                @Argument(0) FileChannel.MapMode mode,
                @Argument(1) long position,
                @Argument(2) long size,
                @Argument(3) int protection,
                @Argument(4) boolean sync,
                @Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result)
                throws IOException {
            if (file != null) {
                result = Hooked.map(file, channel, mode, position, size, protection, sync);
            }
        }
    }
}
