/**
 * Records the calls of this process: a ring of events for each thread that makes calls, one background thread that
 * drains the rings and writes blocks to segment files, and the ways to steer and watch it while the process runs.
 */
package org.underbase.htfs.record;
