package org.underbase.operator.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

/** A failing observer affects neither the reporting part nor the other observers. */
class ActivityObserversTest {
    private static final Activity ACTIVITY = new Activity("test", "/output", 1, 2, null, Map.of());

    private final List<Activity> seen = new ArrayList<>();

    @Test
    void eachObserverReceivesAnActivity() {
        ActivityObserver failing = activity -> {
            throw new IllegalStateException("of the observer");
        };
        new ActivityObservers(List.of(seen::add, failing, seen::add)).report(ACTIVITY);

        assertThat(seen).containsExactly(ACTIVITY, ACTIVITY);
    }

    @Test
    void anObserverThatCannotBeLoadedIsLeftOut() {
        Iterator<ActivityObserver> services = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < 3;
            }

            @Override
            public ActivityObserver next() {
                if (++next == 2) {
                    throw new ServiceConfigurationError("broken");
                }
                return seen::add;
            }
        };
        assertThat(ActivityObservers.load(services)).hasSize(2);
    }

    @Test
    void aProcessWithoutObserversReportsToNobody() {
        ActivityObservers.finished(ACTIVITY);

        assertThat(seen).isEmpty();
    }
}
