package org.underbase.htfs.format;

/** Activities of one block: each path and each thread name is classified once. Not thread-safe. */
final class ActivityIndex {
    private final Block block;
    private final HBasePath[] places;
    private final Activities.Role[] roles;
    /** The {@link Activities#index} of the place of each target, and of the role of each thread. */
    private final int[] ofTargets;

    private final int[] ofThreads;

    ActivityIndex(Block block) {
        this.block = block;
        this.places = new HBasePath[block.paths.size()];
        this.roles = new Activities.Role[block.threads.size()];
        this.ofTargets = new int[block.targets];
        this.ofThreads = new int[roles.length];
        for (int i = 0; i < roles.length; i++) {
            roles[i] = Activities.Role.of(block.threads.get(i));
            ofThreads[i] = Activities.index(roles[i]);
        }
        for (int i = 0; i < ofTargets.length; i++) {
            int path = (int) block.targetPath[i];
            if (places[path] == null) {
                places[path] = HBasePath.of(block.paths.get(path));
            }
            ofTargets[i] = Activities.index(places[path].type());
        }
    }

    HBasePath place(int target) {
        return places[(int) block.targetPath[target]];
    }

    Activities.Role role(int thread) {
        return roles[thread];
    }

    /** Returns the {@link Activities.Part} of a call that does not name its activity. */
    Activities.Part part(int target, int thread, int call) {
        return Activities.part(ofTargets[target] + ofThreads[thread], call);
    }
}
