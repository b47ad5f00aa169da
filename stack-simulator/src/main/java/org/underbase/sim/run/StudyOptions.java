package org.underbase.sim.run;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Translation of a study file into the options of the command {@code simulate}. */
public final class StudyOptions {
    private static final String SYNTHETIC = "synthetic";
    private static final String TRACE = "trace";
    private static final String PATHS = "input.trace.paths";

    private final Config study;
    private final List<String> options = new ArrayList<>();

    private StudyOptions(Config study) {
        this.study = study;
    }

    /**
     * Returns the options of a study.
     *
     * @param file study
     * @throws IOException if it is invalid
     */
    public static List<String> read(Path file) throws IOException {
        StudyOptions all = new StudyOptions(StudyFile.read(file));
        all.text("--title", "title");
        String type = all.study.getString(StudyFile.TYPE);
        if (!type.equals(SYNTHETIC) && !type.equals(TRACE)) {
            ConfigValue value = all.study.getValue(StudyFile.TYPE);
            throw StudyFile.invalid(
                    file, value, StudyFile.TYPE, "must be " + SYNTHETIC + " or " + TRACE + ", not " + type);
        }
        all.texts("--what-if", "what-if");
        all.text("--goal", "goal");
        all.text("--hardware", "hardware");
        all.text("--conf", "conf");
        all.number("--scale", "scale", 1);
        all.number("--slice-every", "slices.every", 0);
        if (type.equals(SYNTHETIC)) {
            all.synthetic();
        } else {
            all.trace(file);
        }
        return all.options;
    }

    private void synthetic() {
        options.add("--synthetic");
        options.addAll(List.of("--hours", Long.toString(study.getLong("input.synthetic.hours"))));
        for (long seed : study.getLongList("input.synthetic.seeds")) {
            options.addAll(List.of("--seed", Long.toString(seed)));
        }
    }

    private void trace(Path file) throws IOException {
        if (study.getStringList(PATHS).isEmpty()) {
            throw StudyFile.invalid(file, PATHS + " is missing: set it to the files or directories of the trace");
        }
        text("--machine-unit", "input.trace.machine-unit");
        text("--view", "input.trace.view");
        texts("--machine", "input.trace.machines");
        text("--placement", "input.trace.placement");
        if (study.getBoolean("input.trace.incomplete")) {
            options.add("--incomplete");
        }
        for (Map.Entry<String, ConfigValue> setting :
                study.getConfig(StudyFile.SETTINGS).entrySet()) {
            String key = setting.getKey().replace("\"", "");
            options.addAll(List.of("-D", key + "=" + setting.getValue().unwrapped()));
        }
        options.add("--");
        options.addAll(study.getStringList(PATHS));
    }

    private void text(String option, String path) {
        if (!study.getString(path).isEmpty()) {
            options.addAll(List.of(option, study.getString(path)));
        }
    }

    private void texts(String option, String path) {
        study.getStringList(path).forEach(text -> options.addAll(List.of(option, text)));
    }

    private void number(String option, String path, long unset) {
        if (study.getLong(path) != unset) {
            options.addAll(List.of(option, Long.toString(study.getLong(path))));
        }
    }
}
