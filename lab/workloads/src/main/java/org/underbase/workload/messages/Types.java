package org.underbase.workload.messages;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.workload.messages.mailbox.OperationType;

/** Types of operations, in the order of the measurement. */
final class Types {
    private static final Map<OperationType, Integer> NUMBERS = new EnumMap<>(OperationType.class);
    private static final List<String> TITLES = new ArrayList<>();

    static {
        for (OperationType type : OperationType.values()) {
            NUMBERS.put(type, TITLES.size());
            TITLES.add(type.title());
        }
    }

    private Types() {}

    static int number(OperationType type) {
        return NUMBERS.get(type);
    }

    static List<String> titles() {
        return List.copyOf(TITLES);
    }
}
