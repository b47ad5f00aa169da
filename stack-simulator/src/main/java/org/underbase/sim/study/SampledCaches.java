package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.sim.cache.FlashPolicy;

/** Simulations of caches that use the sample of the pages. */
final class SampledCaches {
    private static final int[][] KEEP_SIZES = {
        {10, 20},
        {10, 60},
        {10, 120},
        {10, 240},
        {30, 20},
        {30, 60},
        {30, 120},
        {30, 240},
        {100, 60},
        {100, 120},
        {100, 240}
    };
    private static final int[] FLASH_PERCENT = {0, 25, 50, 75, 100};
    private final List<StackPass> stacks = new ArrayList<>();
    private final List<KeepPass> keeps = new ArrayList<>();
    private final List<CrashPass> crashes = new ArrayList<>();
    private final List<PolicyPass> policies = new ArrayList<>();
    private final List<LinuxPass> linux = new ArrayList<>();

    /**
     * Creates empty caches.
     *
     * @param sample pages that are simulated
     * @param filled size of the largest cache in GiB that is simulated with the keep policy or with policies of eviction
     * @param hasLinux whether page caches of Linux are simulated
     */
    SampledCaches(Sample sample, double filled, boolean hasLinux) {
        for (StackPass.Policy policy : StackPass.Policy.values()) {
            stacks.add(new StackPass(policy, false, sample));
        }
        stacks.add(new StackPass(StackPass.Policy.NO_WRITE_ALLOCATE, true, sample));
        stacks.add(new StackPass(StackPass.Policy.WRITE_ALLOCATE, true, sample));
        for (int[] sizes : KEEP_SIZES) {
            if (sizes[0] + sizes[1] <= filled) {
                keeps.add(new KeepPass(sizes[0], sizes[1], FlashPolicy.KEEP, sample));
            }
        }
        for (int percent : FLASH_PERCENT) {
            crashes.add(new CrashPass(percent, sample));
        }
        for (int size : PolicyPass.SIZES) {
            if (size <= filled) {
                policies.addAll(PolicyPass.of(size, sample));
            }
        }
        for (int size : hasLinux ? Figures.SIZES : new int[0]) {
            linux.add(new LinuxPass(size, sample));
        }
    }

    List<Simulation> all() {
        List<Simulation> all = new ArrayList<>(stacks);
        all.addAll(keeps);
        all.addAll(crashes);
        all.addAll(policies);
        all.addAll(linux);
        return all;
    }

    Optional<LinuxPass> linux(int gigabytes) {
        return linux.stream().filter(pass -> pass.gigabytes() == gigabytes).findFirst();
    }

    StackPass stack(StackPass.Policy policy, boolean localCompaction) {
        return stacks.stream()
                .filter(pass -> pass.policy() == policy && pass.localCompaction() == localCompaction)
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether the input fills a cache with any policy for written pages. */
    boolean areFilled(int gigabytes) {
        return stacks.stream().anyMatch(pass -> pass.isFilled(gigabytes));
    }

    Optional<KeepPass> keep(int ram, int flash) {
        return keeps.stream()
                .filter(pass -> pass.ram() == ram && pass.flash() == flash)
                .findFirst();
    }

    List<KeepPass> keeps() {
        return keeps;
    }

    List<CrashPass> crashes() {
        return crashes;
    }

    /** Returns the caches of all sizes and eviction policies, in the order of the sizes. */
    List<PolicyPass> policies() {
        return policies;
    }

    CrashPass crash(int flashPercent) {
        return crashes.stream()
                .filter(pass -> pass.flashPercent() == flashPercent)
                .findFirst()
                .orElseThrow();
    }
}
