package org.underbase.sim.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.operator.output.DurationConverter;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;

/** Feature that changes the disks of a machine, or of a tier: {@code disks=4} or {@code disks=fast:4}. */
final class DiskChange {
    private static final Pattern OF_TIER = Pattern.compile("([a-z][a-z0-9_-]*):(.*)");
    private static final double MEGA = 1e6;

    private final Change change;
    private final String tier;
    private final String amount;

    DiskChange(Change change) {
        Matcher named = OF_TIER.matcher(change.value());
        this.change = change;
        this.tier = named.matches() ? named.group(1) : "";
        this.amount = named.matches() ? named.group(2) : change.value();
    }

    /** Returns the name of the tier, empty if the disks are not those of a tier. */
    String tier() {
        return tier;
    }

    Alternative to(Alternative base) {
        if (tier.isEmpty()) {
            Hardware old = base.hardware();
            Tier disks = of(new Tier(
                    "",
                    1,
                    old.disks(),
                    base.disk().bytesPerSecond(),
                    base.disk().fullSeekNanos(),
                    base.prices().disk()));
            return base.with(new Hardware(old.ramGigabytes(), old.flashGigabytes(), disks.disks()))
                    .with(new PaperDisk(disks.bytesPerSecond(), disks.seekNanos()));
        }
        List<Tier> tiers = new ArrayList<>(base.layout().tiers());
        if (tiers.stream().noneMatch(known -> known.name().equals(tier))) {
            throw TierChange.missing(tier);
        }
        tiers.replaceAll(known -> known.name().equals(tier) ? of(known) : known);
        return base.with(base.layout().withTiers(tiers));
    }

    private Tier of(Tier old) {
        int disks = old.disks();
        long bytesPerSecond = old.bytesPerSecond();
        long seekNanos = old.seekNanos();
        switch (change.feature()) {
            case SEEK -> {
                seekNanos = new DurationConverter()
                        .convert(change.withUnit(amount, "4ms"))
                        .toNanos();
                Quantity.SEEK.check(change.toString(), seekNanos / MEGA);
            }
            case BANDWIDTH -> {
                bytesPerSecond = Change.positive(change.withUnit(amount, "160m"));
                Quantity.BANDWIDTH.check(change.toString(), bytesPerSecond / MEGA);
            }
            default -> disks = count();
        }
        return new Tier(old.name(), old.nodes(), disks, bytesPerSecond, seekNanos, old.diskDollars());
    }

    private int count() {
        return (int) (tier.isEmpty() ? Quantity.DISKS : Quantity.TIER_DISKS).parse(change.toString(), amount);
    }

    /** Returns the setting with the directories of the disks. */
    String directories() {
        return tier.isEmpty()
                ? "dfs.datanode.data.dir=" + Change.directories("disk", count())
                : TierChange.directories(tier, count());
    }
}
