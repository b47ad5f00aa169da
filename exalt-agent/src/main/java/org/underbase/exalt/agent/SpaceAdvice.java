package org.underbase.exalt.agent;

import java.io.File;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import net.bytebuddy.asm.Advice.This;
import org.underbase.exalt.runtime.Hooked;

/** Advice for the size and the free space of volumes. */
final class SpaceAdvice {
    private SpaceAdvice() {}

    /** {@code File.getTotalSpace()}. */
    static final class Total {
        private Total() {}

        @OnMethodExit
        static void exit(@This File file, @Return(readOnly = false) long bytes) {
            bytes = Hooked.totalSpace(file.getPath(), bytes);
        }
    }

    /** {@code File.getFreeSpace()} and {@code getUsableSpace()}. */
    static final class Free {
        private Free() {}

        @OnMethodExit
        static void exit(@This File file, @Return(readOnly = false) long bytes) {
            bytes = Hooked.freeSpace(file.getPath(), bytes);
        }
    }

    /** {@code UnixFileStore.getTotalSpace()}. */
    static final class TotalOfStore {
        private TotalOfStore() {}

        @OnMethodExit
        static void exit(@FieldValue("file") Object file, @Return(readOnly = false) long bytes) {
            bytes = Hooked.totalSpace(file.toString(), bytes);
        }
    }

    /** {@code UnixFileStore.getUnallocatedSpace()} and {@code getUsableSpace()}. */
    static final class FreeOfStore {
        private FreeOfStore() {}

        @OnMethodExit
        static void exit(@FieldValue("file") Object file, @Return(readOnly = false) long bytes) {
            bytes = Hooked.freeSpace(file.toString(), bytes);
        }
    }
}
