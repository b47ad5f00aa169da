package org.underbase.operator.activity;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All observers of this process. Thread-safe. */
public final class ActivityObservers {
    private static final Logger LOG = LoggerFactory.getLogger(ActivityObservers.class);
    private static final ActivityObservers PROCESS = new ActivityObservers(
            load(ServiceLoader.load(ActivityObserver.class, ActivityObserver.class.getClassLoader())
                    .iterator()));

    private final List<ActivityObserver> observers;

    ActivityObservers(List<ActivityObserver> observers) {
        this.observers = observers;
    }

    /** Reports an activity to each observer. A failing observer is logged and has no effect on the caller. */
    public static void finished(Activity activity) {
        PROCESS.report(activity);
    }

    void report(Activity activity) {
        for (ActivityObserver observer : observers) {
            try {
                observer.finished(activity);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("{} failed to observe {}", observer.getClass().getName(), activity, e);
            }
        }
    }

    /** Loads the observers and leaves out those that cannot be loaded. */
    static List<ActivityObserver> load(Iterator<ActivityObserver> services) {
        List<ActivityObserver> loaded = new ArrayList<>();
        while (true) {
            try {
                if (!services.hasNext()) {
                    return List.copyOf(loaded);
                }
                loaded.add(services.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                LOG.warn("Cannot load an observer of activities", e);
            }
        }
    }
}
