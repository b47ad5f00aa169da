package org.underbase.analysis.mapreduce;

import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.stage.Settings;

/** Settings of an analysis in the configuration of a job. They are not an operator's: the submitter sets all of them. */
final class TaskSettings {
    private static final String PREFIX = "underbase.analysis.";
    private static final String REPLICATION = PREFIX + "replication";
    private static final String BLOCK_SIZE = PREFIX + "block.size";
    private static final String ALL_REPLICAS = PREFIX + "all.replicas";
    private static final String SYSTEM = PREFIX + "system";
    private static final String USED_BYTES = PREFIX + "used.bytes";
    private static final String IMAGE = PREFIX + "fsimage";
    private static final String FROM = PREFIX + "from.nanos";
    private static final String TO = PREFIX + "to.nanos";
    private static final String TABLE = PREFIX + "table";
    private static final String SKIP_BAD = PREFIX + "skip.bad";
    private static final String SKEW = PREFIX + "skew.nanos";
    private static final String ONLY = PREFIX + "only";

    private TaskSettings() {}

    static void write(Configuration job, Settings settings) {
        job.setInt(REPLICATION, settings.assumptions().replication());
        job.setLong(BLOCK_SIZE, settings.assumptions().blockSize());
        job.setBoolean(ALL_REPLICAS, settings.definitions().allReplicas());
        job.setBoolean(SYSTEM, settings.definitions().systemInCore());
        settings.usedBytes().ifPresent(bytes -> job.setLong(USED_BYTES, bytes));
        settings.image().ifPresent(image -> job.set(IMAGE, image.location()));
        job.setLong(FROM, settings.selection().fromNanos());
        job.setLong(TO, settings.selection().toNanos());
        settings.selection().table().ifPresent(table -> job.set(TABLE, table));
        job.setBoolean(SKIP_BAD, settings.skipBad());
        job.setLong(SKEW, settings.skewNanos());
        job.setStrings(ONLY, settings.only().toArray(String[]::new));
    }

    static Settings read(Configuration job) {
        Assumptions assumptions = new Assumptions(job.getInt(REPLICATION, 0), job.getLong(BLOCK_SIZE, 0));
        Selection selection = new Selection(
                job.getLong(FROM, Long.MIN_VALUE),
                job.getLong(TO, Long.MAX_VALUE),
                Optional.ofNullable(job.get(TABLE)));
        Definitions definitions = new Definitions(job.getBoolean(ALL_REPLICAS, false), job.getBoolean(SYSTEM, false));
        Settings settings = Settings.of(assumptions)
                .withDefinitions(definitions)
                .withSelection(selection)
                .withSkew(job.getLong(SKEW, 0));
        Collection<String> only = job.getTrimmedStringCollection(ONLY);
        settings = only.isEmpty() ? settings : settings.only(only);
        settings = job.get(USED_BYTES) == null ? settings : settings.withUsedBytes(job.getLong(USED_BYTES, 0));
        settings = job.get(IMAGE) == null ? settings : settings.withImage(new FsImageFile(job, job.get(IMAGE)));
        return job.getBoolean(SKIP_BAD, false) ? settings.skippingBad() : settings;
    }
}
