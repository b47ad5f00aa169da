package org.underbase.htfs.format;

/** Cache of the activities of one block: each path and each thread name is classified once. Not thread-safe. */
final class ActivityIndex {
    private final Block block;
    private final HBasePath[] places;
    private final Activities.Role[] roles;

    ActivityIndex(Block block) {
        this.block = block;
        this.places = new HBasePath[block.paths.size()];
        this.roles = new Activities.Role[block.threads.size()];
    }

    HBasePath place(int path) {
        if (places[path] == null) {
            places[path] = HBasePath.of(block.paths.get(path));
        }
        return places[path];
    }

    Activities.Role role(int thread) {
        if (roles[thread] == null) {
            roles[thread] = Activities.Role.of(block.threads.get(thread));
        }
        return roles[thread];
    }
}
