package org.underbase.htfs;

import java.net.URI;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.call.Facts;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;
import org.underbase.operator.activity.Activity;
import org.underbase.operator.activity.ActivityObserver;

/**
 * Observer that records the activities of other parts of the product, such as local compactions: one event {@link
 * Call#ACTIVITY} on the output, whose result is the size of the output. It records nothing in a process whose tracer is not
 * started.
 *
 * <p>Thread-safe.
 */
public final class ActivityRecorder implements ActivityObserver {
    @Override
    public void finished(Activity activity) {
        Tracer.current().filter(Tracer::on).ifPresent(tracer -> record(tracer, activity));
    }

    private static void record(Tracer tracer, Activity activity) {
        ThreadTrace trace = tracer.here();
        try {
            boolean done = activity.failure() == null;
            URI output = new Path(activity.path()).toUri();
            String system = FsCalls.nameOf(output);
            String path = output.getPath();
            FileRef file = done ? tracer.newFile(system, path) : tracer.file(system, path);
            Facts facts = Facts.none().add("activity", activity.name());
            new TreeMap<>(activity.numbers()).forEach(facts::add);
            trace.record(
                    activity.startNanos(),
                    Call.ACTIVITY,
                    file,
                    null,
                    activity.outputBytes(),
                    activity.failure(),
                    facts.orNull(),
                    null);
        } catch (Throwable e) {
            trace.lost(e);
        }
    }
}
