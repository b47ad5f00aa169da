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
 * Collector of stack samples. Thread-confined.
 *
 * <p>A stack starts with the thread's name, without the part that distinguishes similar threads; frames follow from the outermost to the
 * innermost. Threads in native code that only wait are not samples.
 */
final class Stacks {
    /** Mark of the innermost frame of a thread in native code. */
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

    /** Adds the samples of a recording. */
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

    /** Removes the number from names of generated classes, which differs between runs. */
    static String className(String name) {
        int lambda = name.indexOf("$$Lambda");
        String shorter = lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
        return shorter.replaceAll("(Accessor|Proxy)\\d+", "$1");
    }

    /** Returns the common name of threads with the same work. */
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

    /** Returns the number of samples by stack, with frames separated by {@link #SEPARATOR}. */
    Map<String, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    long samples() {
        return samples;
    }

    /** Returns the time that threads waited for monitors, by the monitors' class, for waits of at least a millisecond. */
    Map<String, Long> blockedNanos() {
        return Collections.unmodifiableMap(blockedNanos);
    }
}
