/** Contents of the files of a replay. */
package org.underbase.replay.content;
