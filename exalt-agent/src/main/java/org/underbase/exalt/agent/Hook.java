package org.underbase.exalt.agent;

import java.lang.reflect.Method;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;

/**
 * One method of the JDK and what is woven into it.
 *
 * @param type the class that declares it
 * @param method its name; {@code <init>} for a constructor
 * @param parameters the names of their types, as in source
 * @param advice woven around it, unless it is native
 * @param body what a native one calls instead; null where it never is
 */
record Hook(String type, String method, List<String> parameters, Class<?> advice, Method body) {
    boolean matches(MethodDescription described) {
        return described.getInternalName().equals(method)
                && described.getParameters().asTypeList().asErasures().stream()
                        .map(each -> each.getCanonicalName())
                        .toList()
                        .equals(parameters);
    }

    @Override
    public String toString() {
        return type + "." + method + "(" + String.join(", ", parameters) + ")";
    }
}
