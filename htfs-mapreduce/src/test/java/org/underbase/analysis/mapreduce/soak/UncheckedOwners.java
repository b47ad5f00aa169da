package org.underbase.analysis.mapreduce.soak;

import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.MemberSubstitution;

/**
 * Agent of a NodeManager with Kerberos on a machine without Hadoop's native library, where its shuffle service fails because it
 * cannot check the owners of map outputs. With this agent it omits this check, as without Kerberos.
 */
public final class UncheckedOwners {
    private UncheckedOwners() {}

    /** Registers the change of the class that checks owners. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        new AgentBuilder.Default()
                .type(named("org.apache.hadoop.io.SecureIOUtils"))
                .transform((builder, type, loader, module, domain) -> builder.visit(MemberSubstitution.relaxed()
                        .method(named("isSecurityEnabled"))
                        .stub()
                        .on(any())))
                .installOn(instrumentation);
    }
}
