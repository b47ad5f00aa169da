/** What existed before the trace began, and its creation in the directory of the replay. */
package org.underbase.replay.prepare;
