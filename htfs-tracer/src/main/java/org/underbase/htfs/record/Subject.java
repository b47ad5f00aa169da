package org.underbase.htfs.record;

/** The subject of an event in a ring: the one reference that an event has besides its numbers. */
sealed interface Subject permits StreamRef, FileRef, SparseFields {}
