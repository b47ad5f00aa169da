package org.underbase.exalt.harness.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of what threads were doing. Used by one thread.
 *
 * <p>A stack begins with its thread's name, without what tells it from its like; frames follow from the outermost to the innermost. A
 * thread in native code that does nothing but wait for others is no sample.
 */
final class Stacks {
    /** Marks the innermost frame of a thread that was in native code. */
    static final String NATIVE = "_[native]";

    static final char SEPARATOR = ';';

    private static final int LONGEST_NAME = 48;

    private static final Set<String> WAITS = Set.of(
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.Net.accept",
            "sun.nio.ch.ServerSocketChannelImpl.accept0",
            "sun.nio.ch.UnixDomainSockets.accept0",
            "java.net.PlainSocketImpl.socketAccept",
            "java.io.FileInputStream.readBytes",
            "java.io.FileInputStream.read0",
            "sun.nio.fs.LinuxWatchService.poll",
            "java.lang.ProcessHandleImpl.waitForProcessExit0",
            "java.lang.ref.Reference.waitForReferencePendingList",
            "jdk.jfr.internal.JVM.waitForNotification");

    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, Long> blockedNanos = new HashMap<>();
    private long samples;

    /** Adds what a recording has. */
    void add(Path recording) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                    case "jdk.ExecutionSample" -> sample(event, "");
                    case "jdk.NativeMethodSample" -> sample(event, NATIVE);
                    case "jdk.JavaMonitorEnter" ->
                        blockedNanos.merge(
                                event.getClass("monitorClass").getName(),
                                event.getDuration().toNanos(),
                                Long::sum);
                    default -> {}
                }
            }
        }
    }

    private void sample(RecordedEvent event, String mark) {
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null || trace.getFrames().isEmpty()) {
            return;
        }
        List<RecordedFrame> frames = trace.getFrames();
        String innermost = frame(frames.get(0));
        if (!mark.isEmpty() && WAITS.contains(innermost)) {
            return;
        }
        List<String> names = new ArrayList<>();
        names.add(innermost + mark);
        frames.stream().skip(1).map(Stacks::frame).forEach(names::add);
        if (trace.isTruncated()) {
            names.add("[deeper]");
        }
        RecordedThread thread = event.getThread("sampledThread");
        names.add(threadName(thread == null ? null : thread.getJavaName()));
        Collections.reverse(names);
        add(names, 1);
    }

    /** Adds samples of one stack, from the outermost frame to the innermost. */
    void add(List<String> frames, long count) {
        counts.merge(String.join(String.valueOf(SEPARATOR), frames), count, Long::sum);
        samples += count;
    }

    private static String frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return className(method.getType().getName()) + "." + method.getName();
    }

    /** Classes that are made while a program runs have a number that is another each time. */
    static String className(String name) {
        int lambda = name.indexOf("$$Lambda");
        String shorter = lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
        return shorter.replaceAll("(Accessor|Proxy)\\d+", "$1");
    }

    /** The name of all threads that do the same. */
    static String threadName(String name) {
        if (name == null || name.isBlank()) {
            return "thread without a name";
        }
        String shorter = name.split("\\[| for | at |: |@|/|=", 2)[0]
                .replaceAll("\\d+", "#")
                .replace(SEPARATOR, ',')
                .strip();
        return shorter.substring(0, Math.min(LONGEST_NAME, shorter.length()));
    }

    /** How often each stack was seen; the frames of a stack are separated by {@link #SEPARATOR}. */
    Map<String, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    long samples() {
        return samples;
    }

    /** How long threads waited for monitors, by the monitors' class, where they waited for a millisecond or more. */
    Map<String, Long> blockedNanos() {
        return Collections.unmodifiableMap(blockedNanos);
    }
}
