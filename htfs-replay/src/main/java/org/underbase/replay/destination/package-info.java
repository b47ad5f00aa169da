/** Files on the target of a replay. */
package org.underbase.replay.destination;
