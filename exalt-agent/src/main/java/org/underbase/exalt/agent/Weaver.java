package org.underbase.exalt.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.utility.JavaModule;

/** Installer of the hooks in loaded classes. It stays registered, so that the hooks survive retransformations by other agents. */
final class Weaver {
    private final List<Hook> hooks;
    private final Set<Hook> woven = ConcurrentHashMap.newKeySet();
    private final TreeMap<String, Throwable> failed = new TreeMap<>();

    Weaver(List<Hook> hooks) {
        this.hooks = hooks;
    }

    /**
     * Installs all hooks.
     *
     * @param instrumentation instrumentation of this JVM
     * @throws AgentStartupException if this JDK lacks a class or a method
     */
    void install(Instrumentation instrumentation) throws AgentStartupException {
        String[] types = hooks.stream().map(Hook::type).distinct().toArray(String[]::new);
        for (String type : types) {
            load(type);
        }
        new AgentBuilder.Default()
                // POOL_ONLY: by reflection, a native method that already has a body would appear non-native on a
                // retransformation by another agent, and would lose its body.
                .with(AgentBuilder.DescriptionStrategy.Default.POOL_ONLY)
                .disableClassFormatChanges()
                .ignore(ElementMatchers.none())
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.InitializationStrategy.NoOp.INSTANCE)
                .with(AgentBuilder.TypeStrategy.Default.REDEFINE)
                .with(new AgentBuilder.Listener.Adapter() {
                    @Override
                    public void onError(
                            String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable why) {
                        failed(type, why);
                    }
                })
                .type(ElementMatchers.namedOneOf(types))
                .transform((builder, type, loader, module, domain) -> weave(builder, type))
                .installOn(instrumentation);
        for (var each : failed.entrySet()) {
            throw new AgentStartupException(
                    "cannot instrument " + each.getKey() + ": " + each.getValue(), each.getValue());
        }
        List<Hook> missed = hooks.stream().filter(each -> !woven.contains(each)).toList();
        if (!missed.isEmpty()) {
            throw new AgentStartupException("unsupported Java " + Runtime.version() + ": cannot instrument " + missed
                    + "; use Java 17, 21 or 25");
        }
    }

    private static void load(String type) throws AgentStartupException {
        try {
            Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new AgentStartupException(
                    "unsupported Java " + Runtime.version() + ": missing class " + type + "; use Java 17, 21 or 25", e);
        }
    }

    private synchronized void failed(String type, Throwable why) {
        failed.put(type, why);
    }

    private DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        DynamicType.Builder<?> result = builder;
        // The bootstrap class loader finds classes in an appended jar, but no resources.
        ClassFileLocator own = ClassFileLocator.ForClassLoader.ofSystemLoader();
        for (Hook hook : hooks) {
            if (!hook.type().equals(type.getName())) {
                continue;
            }
            List<MethodDescription.InDefinedShape> found = List.copyOf(type.getDeclaredMethods().stream()
                    .filter(each -> hook.matches(each) && !each.isAbstract())
                    .toList());
            if (found.size() != 1 || (found.get(0).isNative() && hook.body() == null)) {
                continue;
            }
            ElementMatcher<MethodDescription> method = ElementMatchers.is(found.get(0));
            result = found.get(0).isNative()
                    // HotSpot accepts a redefinition that gives a native method a body.
                    ? result.method(method)
                            .intercept(MethodCall.invoke(hook.body()).withThis().withAllArguments())
                    : result.visit(hook.woven(own).on(method));
            woven.add(hook);
        }
        return result;
    }
}
