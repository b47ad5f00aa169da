package org.underbase.dist.ops;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.underbase.testbed.network.Network;

/** The condition of tests that start daemons on fixed ports: where there are no network namespaces they are skipped. */
final class NeedsNamespaces implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> obstacle = Network.namespaces().obstacle();
        return obstacle.map(why -> ConditionEvaluationResult.disabled("fixed ports want machines of their own: " + why))
                .orElseGet(() -> ConditionEvaluationResult.enabled("network namespaces can be had"));
    }
}
