package org.underbase.sim.hats.hdfs;

import java.util.Arrays;
import org.underbase.tier.policy.FileHeat;

/** File and the devices with its replicas. */
public final class StoredFile {
    private static final double MILLIS = 1e3;
    private static final int[] NONE = {};

    private final int number;
    private final long bytes;
    private final int[][] devices;
    private double lastUsed;

    StoredFile(int number, long bytes, double now) {
        this.number = number;
        this.bytes = bytes;
        this.devices = new int[Math.max(1, Math.toIntExact((bytes + Settings.BLOCK - 1) / Settings.BLOCK))][];
        Arrays.fill(devices, NONE);
        this.lastUsed = now;
    }

    int number() {
        return number;
    }

    /** Returns the number of blocks. */
    public int blocks() {
        return devices.length;
    }

    /** Returns the length of a block, in bytes. */
    public long bytes(int block) {
        return Math.min(Settings.BLOCK, bytes - block * Settings.BLOCK);
    }

    /** Returns the devices with a replica of a block. */
    int[] devices(int block) {
        return devices[block];
    }

    void place(int block, int[] replicas) {
        devices[block] = replicas;
    }

    void use(double now) {
        lastUsed = now;
    }

    FileHeat heat() {
        long at = (long) (lastUsed * MILLIS);
        return new FileHeat(at, at, 1, bytes);
    }
}
