package org.underbase.exalt.agent;

import java.lang.reflect.Method;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * One method of the JDK and what is woven into it.
 *
 * @param type the class that declares it
 * @param method its name; {@code <init>} for a constructor
 * @param parameters the names of their types, as in source
 * @param before woven before it; null where {@code advice} has that as well, or needs none
 * @param advice woven around or behind it, unless it is native
 * @param body what a native one calls instead; null where it never is
 */
record Hook(String type, String method, List<String> parameters, Class<?> before, Class<?> advice, Method body) {
    boolean matches(MethodDescription described) {
        return described.getInternalName().equals(method)
                && described.getParameters().asTypeList().asErasures().stream()
                        .map(each -> each.getCanonicalName())
                        .toList()
                        .equals(parameters);
    }

    Advice woven(ClassFileLocator classes) {
        return before == null ? Advice.to(advice, classes) : Advice.to(before, advice, classes);
    }

    @Override
    public String toString() {
        return type + "." + method + "(" + String.join(", ", parameters) + ")";
    }
}
