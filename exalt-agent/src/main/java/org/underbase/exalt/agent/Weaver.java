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

/** Weaves hooks into classes that are loaded, and stays in the JVM for those who transform them after it. */
final class Weaver {
    private final List<Hook> hooks;
    private final Set<Hook> woven = ConcurrentHashMap.newKeySet();
    private final TreeMap<String, Throwable> failed = new TreeMap<>();

    Weaver(List<Hook> hooks) {
        this.hooks = hooks;
    }

    /** Weaves all of them in. */
    void install(Instrumentation instrumentation) throws RefusedException {
        String[] types = hooks.stream().map(Hook::type).distinct().toArray(String[]::new);
        for (String type : types) {
            load(type);
        }
        new AgentBuilder.Default()
                // Described by what is loaded, a method that was native looks as if it had a body when another agent
                // transforms its class again, and gets none.
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
            throw new RefusedException(each.getKey() + " cannot be hooked: " + each.getValue(), each.getValue());
        }
        List<Hook> missed = hooks.stream().filter(each -> !woven.contains(each)).toList();
        if (!missed.isEmpty()) {
            throw new RefusedException("Java " + Runtime.version() + " has not what the agent hooks: " + missed);
        }
    }

    private static void load(String type) throws RefusedException {
        try {
            Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new RefusedException("Java " + Runtime.version() + " has no class " + type, e);
        }
    }

    private synchronized void failed(String type, Throwable why) {
        failed.put(type, why);
    }

    private DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        DynamicType.Builder<?> result = builder;
        // The bootstrap class loader finds classes in a jar that was added to it, and no resources.
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
                    // HotSpot lets a redefinition give a body to a native method.
                    ? result.method(method)
                            .intercept(MethodCall.invoke(hook.body()).withThis().withAllArguments())
                    : result.visit(hook.woven(own).on(method));
            woven.add(hook);
        }
        return result;
    }
}
