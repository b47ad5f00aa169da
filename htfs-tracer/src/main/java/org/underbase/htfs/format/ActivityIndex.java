package org.underbase.htfs.format;

/** Cache of the activities of one block: each path and each thread name is classified once. Not thread-safe. */
final class ActivityIndex {
    private final Block block;
    private final Activities.Place[] places;
    private final Activities.Role[] roles;

    ActivityIndex(Block block) {
        this.block = block;
        this.places = new Activities.Place[block.paths.size()];
        this.roles = new Activities.Role[block.threads.size()];
    }

    Activity of(int thread, int path, Call call) {
        if (places[path] == null) {
            places[path] = Activities.place(block.paths.get(path));
        }
        if (roles[thread] == null) {
            roles[thread] = Activities.role(block.threads.get(thread));
        }
        return Activities.classify(places[path], roles[thread], call);
    }
}
