package org.underbase.htfs.record;

/** What an event in a ring is about; one reference is all that an event carries beside its numbers. */
sealed interface Subject permits StreamRef, FileRef, Extra {}
