/** The order and the times of calls: by thread, by the resources that they share, and by their recorded times. No input or output. */
package org.underbase.replay.order;
