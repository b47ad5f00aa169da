package org.underbase.htfs.format;

/** Cache of the activities of one block: each path and each thread name is classified once. Not thread-safe. */
final class ActivityIndex {
    private final Block block;
    private final HBasePath[] places;
    private final Activities.Role[] roles;
    /** The {@link Activities#index} of each place and of each role. */
    private final int[] ofPlaces;

    private final int[] ofRoles;

    ActivityIndex(Block block) {
        this.block = block;
        this.places = new HBasePath[block.paths.size()];
        this.roles = new Activities.Role[block.threads.size()];
        this.ofPlaces = new int[places.length];
        this.ofRoles = new int[roles.length];
    }

    HBasePath place(int path) {
        if (places[path] == null) {
            places[path] = HBasePath.of(block.paths.get(path));
            ofPlaces[path] = Activities.index(places[path].type());
        }
        return places[path];
    }

    Activities.Role role(int thread) {
        if (roles[thread] == null) {
            roles[thread] = Activities.Role.of(block.threads.get(thread));
            ofRoles[thread] = Activities.index(roles[thread]);
        }
        return roles[thread];
    }

    /** Returns the {@link Activities.Part} of a call that does not name its activity. */
    Activities.Part part(int path, int thread, int call) {
        if (places[path] == null || roles[thread] == null) {
            place(path);
            role(thread);
        }
        return Activities.part(ofPlaces[path] + ofRoles[thread], call);
    }
}
