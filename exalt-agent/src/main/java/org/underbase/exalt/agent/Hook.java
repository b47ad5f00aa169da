package org.underbase.exalt.agent;

import java.lang.reflect.Method;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * Method of the JDK and the advice that is woven into it.
 *
 * @param type name of the declaring class
 * @param method name of the method; {@code <init>} for a constructor
 * @param parameters names of the parameter types, as in source
 * @param before advice at method entry; null if {@code advice} contains it or is not needed
 * @param advice advice at method exit or at both ends, unless the method is native
 * @param body method that replaces a native body; null if the method is never native
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
