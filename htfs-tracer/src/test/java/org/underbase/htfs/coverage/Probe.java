package org.underbase.htfs.coverage;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
 * Calls every public method of a class on a traced object and counts the events. A method that is on no list must make
 * exactly one event, whether the call succeeds or throws: that is what it means to be traced.
 */
final class Probe {
    /** Why a method makes no event of its own. */
    enum Reason {
        /** The client answers from its own memory: nothing reaches HDFS. */
        LOCAL,
        /** It hands out a builder; the event comes when that is used, which other tests show. */
        BUILDER,
        /** It is final, or made of other calls that move data: its parts are recorded as the calls they are. */
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

    /** Puts methods, by name or by {@code name(Type,Type)}, on the list. */
    Probe list(Reason reason, String... methods) {
        for (String method : methods) {
            listed.put(method, reason);
        }
        return this;
    }

    /** Methods that would end the test if they were called; each has a test of its own. */
    Probe notCalled(String... methods) {
        skipped.addAll(Arrays.asList(methods));
        return this;
    }

    /** What to pass for parameters of a type; null, zero, or an empty array otherwise. */
    <T> Probe with(Class<T> parameter, T value) {
        arguments.put(parameter, value);
        return this;
    }

    /** One line for each method that is not as it should be, or is on the list and does not exist. */
    List<String> wrong(Object traced) throws IOException {
        if (!type.isInstance(traced)) {
            throw new IllegalArgumentException(traced + " is no " + type);
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
        // A thread for each call tells its events; and a null that fails in the middle of a remote call leaves Hadoop's
        // client unusable there.
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
