package org.underbase.htfs.coverage;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.TraceEvent;

/**
 * Caller of all public methods of a class on a traced object. A method that is not listed must record exactly one event,
 * whether the call succeeds or throws.
 */
final class Probe {
    /** The reason why a method records no event. */
    enum Reason {
        /** The client returns local state without a call to HDFS. */
        LOCAL,
        /** The method returns a builder, whose use is recorded; other tests check that. */
        BUILDER,
        /** The method is final or consists of other data calls, which are recorded separately. */
        PARTS
    }

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Class<?> type;
    private final Map<String, Reason> listed = new LinkedHashMap<>();
    private final Map<Class<?>, Object> arguments = new HashMap<>();
    private final Set<String> skipped = new TreeSet<>();

    Probe(Class<?> type) {
        this.type = type;
    }

    /** Lists methods, by name or by {@code name(Type,Type)}. */
    Probe list(Reason reason, String... methods) {
        for (String method : methods) {
            listed.put(method, reason);
        }
        return this;
    }

    /** Creates a probe of an input stream and lists the methods of {@link java.io.DataInputStream}. */
    static Probe ofInput(Class<?> type) {
        return new Probe(type)
                .with(ByteBuffer.class, ByteBuffer.allocate(10))
                .with(List.class, List.of())
                .list(Reason.LOCAL, "getPos", "getWrappedStream", "hasCapability", "getIOStatistics", "toString")
                .list(Reason.LOCAL, "minSeekForVectorReads", "maxReadSizeForVectorReads", "markSupported")
                .list(Reason.PARTS, "readBoolean", "readByte", "readUnsignedByte", "readShort", "readUnsignedShort")
                .list(Reason.PARTS, "readChar", "readInt", "readLong", "readFloat", "readDouble", "readLine", "readUTF")
                .list(Reason.PARTS, "skipBytes", "readFully(byte[])", "readFully(byte[],int,int)", "readAllBytes")
                .list(Reason.PARTS, "readNBytes", "skipNBytes", "transferTo")
                .notCalled("close()");
    }

    /** Creates a probe of an output stream and lists the methods of {@link java.io.DataOutputStream}. */
    static Probe ofOutput(Class<?> type) {
        return new Probe(type)
                .with(String.class, "x")
                .list(
                        Reason.LOCAL,
                        "getPos",
                        "getWrappedStream",
                        "hasCapability",
                        "getIOStatistics",
                        "toString",
                        "size")
                .list(Reason.PARTS, "writeBoolean", "writeByte", "writeShort", "writeChar", "writeInt", "writeLong")
                .list(Reason.PARTS, "writeFloat", "writeDouble", "writeBytes", "writeChars", "writeUTF")
                .notCalled("close()");
    }

    /** Lists methods that would break the probe; separate tests call them. */
    Probe notCalled(String... methods) {
        skipped.addAll(Arrays.asList(methods));
        return this;
    }

    /** Sets the argument for parameters of a type; the default is null, zero, or an empty array. */
    <T> Probe with(Class<T> parameter, T value) {
        arguments.put(parameter, value);
        return this;
    }

    /** Returns one line per method with a wrong number of events, and per listed method that does not exist. */
    List<String> wrong(Object traced) throws IOException {
        if (!type.isInstance(traced)) {
            throw new IllegalArgumentException(traced + " is not an instance of " + type);
        }
        Set<String> unused = new TreeSet<>(listed.keySet());
        unused.addAll(skipped);
        String run = "probe-" + RUNS.incrementAndGet() + " ";
        Map<String, String> outcomes = new LinkedHashMap<>();
        for (Method method : methods()) {
            String name = signature(method);
            unused.remove(name);
            unused.remove(method.getName());
            if (!skipped.contains(name) && !skipped.contains(method.getName())) {
                outcomes.put(name, call(run + name, method, traced));
            }
        }
        Map<String, Integer> events = new HashMap<>();
        for (TraceEvent event : Capture.events(each -> each.thread().startsWith(run))) {
            events.merge(event.thread().substring(run.length()), 1, Integer::sum);
        }
        List<String> wrong = new ArrayList<>();
        outcomes.forEach((name, outcome) -> {
            Reason reason = listed.getOrDefault(name, listed.get(name.substring(0, name.indexOf('('))));
            int count = events.getOrDefault(name, 0);
            if (reason == null ? count != 1 : reason != Reason.PARTS && count != 0) {
                wrong.add(name + " made " + count + " events" + (reason == null ? "" : " though " + reason) + ": "
                        + outcome);
            }
        });
        unused.forEach(name -> wrong.add(name + " is on the list, but there is no such method"));
        return wrong;
    }

    private Collection<Method> methods() {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class)
                .filter(method -> !method.isBridge())
                .sorted(Comparator.comparing(Probe::signature))
                .collect(Collectors.toMap(Probe::signature, method -> method, (a, b) -> a, LinkedHashMap::new))
                .values();
    }

    private String call(String threadName, Method method, Object traced) {
        Object[] values = new Object[method.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = argument(method.getParameterTypes()[i]);
        }
        // A thread per call identifies its events. Also, a null argument that fails inside a remote call makes Hadoop's
        // client unusable for its thread.
        String[] outcome = new String[1];
        Thread thread = new Thread(() -> outcome[0] = invoke(method, traced, values), threadName);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return outcome[0];
    }

    private static String invoke(Method method, Object traced, Object[] values) {
        try {
            method.setAccessible(true);
            return String.valueOf(method.invoke(traced, values));
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause());
        } catch (IllegalAccessException e) {
            return "not called: " + e;
        }
    }

    private Object argument(Class<?> parameter) {
        if (arguments.containsKey(parameter)) {
            return arguments.get(parameter);
        }
        if (parameter.isArray()) {
            return Array.newInstance(parameter.getComponentType(), parameter == byte[].class ? 8 : 0);
        }
        if (parameter.isPrimitive()) {
            return Array.get(Array.newInstance(parameter, 1), 0);
        }
        return null;
    }

    private static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }
}
