package org.underbase.bench.simulator;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.LayeredStudy;
import org.underbase.sim.synthetic.Calibration;
import org.underbase.sim.synthetic.Generator;

/** One measured study: {@code StudyMain HOURS SLICE_EVERY SEED} prints the processor time of each hour in nanoseconds. */
public final class StudyMain {
    private static final long HOUR = 3_600_000_000_000L;

    private StudyMain() {}

    /** Runs the study. */
    public static void main(String[] args) {
        int hours = Integer.parseInt(args[0]);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try (LayeredStudy study = new LayeredStudy(Integer.parseInt(args[1]), PaperDisk.DEFAULT, hours, 1)) {
            Generator generator = new Generator(Calibration.PAPER, Long.parseLong(args[2]), study);
            generator.start(hours * HOUR);
            for (int hour = 1; hour <= hours; hour++) {
                long before = system.getProcessCpuTime();
                generator.runUntil(hour * HOUR);
                if (hour == hours) {
                    study.finish();
                }
                System.out.println(system.getProcessCpuTime() - before);
            }
        }
    }
}
