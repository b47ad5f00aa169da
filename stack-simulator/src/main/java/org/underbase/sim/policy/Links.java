package org.underbase.sim.policy;

import java.util.Arrays;

/** Doubly linked lists of the entries of a {@link PageIndex}, from the newest to the oldest. An entry is in at most one list. */
final class Links {
    static final int NONE = PageIndex.NONE;

    private final int[] newer;
    private final int[] older;
    private final byte[] lists;
    private final int[] newest;
    private final int[] oldest;
    private final int[] sizes;

    Links(int entries, int listCount) {
        newer = new int[entries];
        older = new int[entries];
        lists = new byte[entries];
        Arrays.fill(lists, (byte) NONE);
        newest = new int[listCount];
        oldest = new int[listCount];
        Arrays.fill(newest, NONE);
        Arrays.fill(oldest, NONE);
        sizes = new int[listCount];
    }

    /** Returns the list that contains the entry, or {@link #NONE}. */
    int list(int entry) {
        return lists[entry];
    }

    int size(int list) {
        return sizes[list];
    }

    int newest(int list) {
        return newest[list];
    }

    int oldest(int list) {
        return oldest[list];
    }

    int newer(int entry) {
        return newer[entry];
    }

    /** Adds an entry, which is in no list, as the newest one. */
    void push(int entry, int list) {
        int below = newest[list];
        newer[entry] = NONE;
        older[entry] = below;
        lists[entry] = (byte) list;
        if (below == NONE) {
            oldest[list] = entry;
        } else {
            newer[below] = entry;
        }
        newest[list] = entry;
        sizes[list]++;
    }

    /** Removes an entry from its list. */
    void unlink(int entry) {
        int list = lists[entry];
        int above = newer[entry];
        int below = older[entry];
        if (above == NONE) {
            newest[list] = below;
        } else {
            older[above] = below;
        }
        if (below == NONE) {
            oldest[list] = above;
        } else {
            newer[below] = above;
        }
        lists[entry] = NONE;
        sizes[list]--;
    }

    /** Removes an entry from its list, if any, and adds it as the newest one to a list. */
    void move(int entry, int list) {
        if (lists[entry] != NONE) {
            unlink(entry);
        }
        push(entry, list);
    }

    /** Verifies the links and the number of entries of all lists. */
    void check(int entries) {
        int found = 0;
        for (int list = 0; list < sizes.length; list++) {
            int count = 0;
            int previous = NONE;
            for (int entry = newest[list]; entry != NONE; entry = older[entry]) {
                require(newer[entry] == previous && lists[entry] == list, "links");
                previous = entry;
                count++;
            }
            require(oldest[list] == previous && count == sizes[list], "sizes");
            found += count;
        }
        require(found == entries, "entries");
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("inconsistent " + what + " of an eviction policy");
        }
    }
}
